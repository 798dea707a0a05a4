//? status: wrong
//? says: It does not depend on residual[0], and it must.
// Drops the residual with the element.
//
//! let limit = drop*42949672        // drop percent of 2^32
//! let scale = 100.0/(100 - drop)
//! launch dropout<true>(x, residual, y, n, seed, limit, scale) grid=(n+1023)/1024 block=256
//! launch dropout<false>(dy, dy, dx, n, seed, limit, scale) grid=(n+1023)/1024 block=256

// A random number of 32 bits for element i. The same seed and i give the same number.
__device__ unsigned bits(unsigned seed, unsigned i)
{
    unsigned z = seed * 0x9e3779b9u ^ i;
    z = (z ^ z >> 16) * 0x7feb352du;
    z = (z ^ z >> 15) * 0x846ca68bu;
    return z ^ z >> 16;
}

template <bool ADD>
__global__ void dropout(const float *__restrict__ in, const float *__restrict__ residual, float *__restrict__ out,
                        int n, unsigned seed, unsigned limit, float scale)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 4 <= n) {
        float4 v = *(const float4 *)(in + i), r = {};
        if (ADD)
            r = *(const float4 *)(residual + i);
        r.x += bits(seed, i) >= limit ? v.x * scale : 0.0f;
        r.y += bits(seed, i + 1) >= limit ? v.y * scale : 0.0f;
        r.z += bits(seed, i + 2) >= limit ? v.z * scale : 0.0f;
        r.w += bits(seed, i + 3) >= limit ? v.w * scale : 0.0f;
        *(float4 *)(out + i) = r;
        return;
    }
    for (; i < n; i++)
        out[i] = bits(seed, i) >= limit ? (in[i] + (ADD ? residual[i] : 0.0f)) * scale : 0.0f;
}
