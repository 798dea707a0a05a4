// Reference for gradient_compress_int8: one thread for each group. All steps are exact but v's sum.
//
//! launch compress_reference(grad, error, q, scales, kept, n) grid=(n+8191)/8192 block=32

// The power of two that brings `most` to at least 64 and below 128. For 0 it is 1.
static __device__ float scale_for(float most)
{
    return most > 0.0f ? ldexpf(1.0f, ilogbf(most) - 6) : 1.0f;
}

extern "C" __global__ void compress_reference(const float *grad, const float *error, signed char *q, float *scales,
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
        float v = grad[i] + error[i];
        float level = fminf(fmaxf(rintf(v / scale), -127.0f), 127.0f);
        q[i] = (signed char)level;
        kept[i] = v - level * scale;
    }
}
