//? status: gate
//? says: sectors as needed
// One thread goes through a group, twice.
//
//! launch gradient_compress_int8(grad, error, q, scales, kept, n) grid=(n+65535)/65536 block=256

// The power of two that brings `most` to at least 64 and below 128. For 0 it is 1.
static __device__ float scale_for(float most)
{
    return most > 0.0f ? ldexpf(1.0f, ilogbf(most) - 6) : 1.0f;
}

extern "C" __global__ void gradient_compress_int8(const float *grad, const float *error, signed char *q, float *scales,
                                                  float *kept, int n)
{
    int group = blockIdx.x * blockDim.x + threadIdx.x;
    if (group * 256 >= n)
        return;
    float most = 0.0f;
    for (int i = group * 256; i < min(group * 256 + 256, n); i++)
        most = fmaxf(most, fabsf(grad[i] + error[i]));
    float scale = scale_for(most);
    scales[group] = scale;
    for (int i = group * 256; i < min(group * 256 + 256, n); i++) {
        float v = grad[i] + error[i], level = fminf(fmaxf(rintf(v / scale), -127.0f), 127.0f);
        q[i] = (signed char)level;
        kept[i] = v - level * scale;
    }
}
