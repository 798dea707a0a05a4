//! launch compress(grad, error, q, scales, kept, n) grid=(n+255)/256 block=64
extern "C" __global__ void compress(const float *grad, const float *error, signed char *q, float *scales, float *kept, int n)
{
    __shared__ unsigned top;
    int first = blockIdx.x * 256, t = threadIdx.x;
    if (t == 0)
        top = 0;
    __syncthreads();
    float v[4];
    unsigned mine = 0;
#pragma unroll
    for (int j = 0; j < 4; j++) {
        int i = first + j * 64 + t;
        v[j] = i < n ? grad[i] + error[i] : 0.0f;
        mine = max(mine, __float_as_uint(v[j]) & 0x7fffffffu);
    }
    mine = __reduce_max_sync(0xffffffffu, mine);
    if (t % 32 == 0)
        atomicMax(&top, mine);
    __syncthreads();
    float most = __uint_as_float(top);
    int e;
    frexpf(most, &e);
    float scale = most > 0.0f ? scalbnf(1.0f, e - 7) : 1.0f;
#pragma unroll
    for (int j = 0; j < 4; j++) {
        int i = first + j * 64 + t;
        if (i >= n)
            break;
        int level = max(-127, min(127, __float2int_rn(v[j] / scale)));
        q[i] = level;
        kept[i] = v[j] - level * scale;
    }
    if (t == 63)
        scales[blockIdx.x] = scale;
}
