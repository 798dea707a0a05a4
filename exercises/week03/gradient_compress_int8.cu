// gradient_compress_int8: whole numbers of 8 bits, and a scale for each group of 256 elements.
// This kernel is right without the error. One thread does a group.
// TODO 1: add `error` before, and store to `kept` what is lost now.
// TODO 2: one thread for each element. grad and error are loaded once.
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
        most = fmaxf(most, fabsf(grad[i]));
    float scale = scale_for(most);
    scales[group] = scale;
    for (int i = group * 256; i < min(group * 256 + 256, n); i++)
        q[i] = (signed char)fminf(fmaxf(rintf(grad[i] / scale), -127.0f), 127.0f);
}
