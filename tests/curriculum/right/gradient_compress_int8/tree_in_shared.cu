// A tree in shared memory finds the largest, and each thread has two elements.
//
//! launch gradient_compress_int8(grad, error, q, scales, kept, n) grid=(n+255)/256 block=128

// The power of two that brings `most` to at least 64 and below 128. For 0 it is 1.
static __device__ float scale_for(float most)
{
    return most > 0.0f ? ldexpf(1.0f, ilogbf(most) - 6) : 1.0f;
}

extern "C" __global__ void gradient_compress_int8(const float *grad, const float *error, signed char *q, float *scales,
                                                  float *kept, int n)
{
    __shared__ float v[256], tile[128];
    int t = threadIdx.x, first = blockIdx.x * 256;
    for (int j = t; j < 256; j += 128)
        v[j] = first + j < n ? grad[first + j] + error[first + j] : 0.0f;
    tile[t] = fmaxf(fabsf(v[t]), fabsf(v[t + 128]));
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half)
            tile[t] = fmaxf(tile[t], tile[t + half]);
        __syncthreads();
    }
    float scale = scale_for(tile[0]);
    for (int j = t; j < 256 && first + j < n; j += 128) {
        float level = rintf(v[j] / scale);
        level = level > 127.0f ? 127.0f : level < -127.0f ? -127.0f : level;
        q[first + j] = (signed char)(int)level;
        kept[first + j] = v[j] - level * scale;
    }
    if (t == 0)
        scales[blockIdx.x] = scale;
}
