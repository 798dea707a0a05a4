//? status: wrong
//? says: matches this slip: The error of the step before is lost.
// Keeps what the gradient lost, not what was to be sent.
//
//! launch gradient_compress_int8(grad, error, q, scales, kept, n) grid=(n+255)/256 block=256

// The power of two that brings `most` to at least 64 and below 128. For 0 it is 1.
static __device__ float scale_for(float most)
{
    return most > 0.0f ? ldexpf(1.0f, ilogbf(most) - 6) : 1.0f;
}

extern "C" __global__ void gradient_compress_int8(const float *grad, const float *error, signed char *q, float *scales,
                                                  float *kept, int n)
{
    __shared__ float parts[8];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    float v = i < n ? grad[i] + error[i] : 0.0f;

    float most = fabsf(v);
    for (int offset = 16; offset > 0; offset /= 2)
        most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, offset));
    if (t % 32 == 0)
        parts[t / 32] = most;
    __syncthreads();
    for (int w = 0; w < 8; w++)
        most = fmaxf(most, parts[w]);

    float scale = scale_for(most);
    float level = fminf(fmaxf(rintf(v / scale), -127.0f), 127.0f);
    if (i < n) {
        q[i] = (signed char)level;
        kept[i] = grad[i] - level * scale;
    }
    if (t == 0)
        scales[blockIdx.x] = scale;
}
