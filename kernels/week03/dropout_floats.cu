//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: "normal(0, 1)"}
//?   - {name: dy, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [n], role: out}
//?   - {name: dx, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//?   - {name: seed, type: i32}
//?   - {name: drop, type: i32}
//! let limit = drop*42949672        // drop percent of 2^32
//! let scale = 100.0/(100 - drop)
//! scratch mask f32[n]
//! launch forward(x, y, mask, n, seed, limit, scale) grid=(n+1023)/1024 block=256
//! launch backward(dy, dx, mask, n, scale) grid=(n+1023)/1024 block=256
// A random number of 32 bits for element i. The same seed and i give the same number.
__device__ unsigned bits(unsigned seed, unsigned i)
{
    unsigned z = seed * 0x9e3779b9u ^ i;
    z = (z ^ z >> 16) * 0x7feb352du;
    z = (z ^ z >> 15) * 0x846ca68bu;
    return z ^ z >> 16;
}
extern "C" __global__ void forward(const float *x, float *y, float *mask, int n, unsigned seed, unsigned limit,
                                   float scale)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n)
        return;
    float4 v = *(const float4 *)(x + i);
    float4 kept;
    kept.x = bits(seed, i + 0) >= limit;
    kept.y = bits(seed, i + 1) >= limit;
    kept.z = bits(seed, i + 2) >= limit;
    kept.w = bits(seed, i + 3) >= limit;
    v.x = kept.x ? v.x * scale : 0.0f;
    v.y = kept.y ? v.y * scale : 0.0f;
    v.z = kept.z ? v.z * scale : 0.0f;
    v.w = kept.w ? v.w * scale : 0.0f;
    *(float4 *)(mask + i) = kept;
    *(float4 *)(y + i) = v;
}

extern "C" __global__ void backward(const float *dy, float *dx, const float *mask, int n, float scale)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n)
        return;
    float4 v = *(const float4 *)(dy + i);
    float4 kept = *(const float4 *)(mask + i);
    v.x = kept.x ? v.x * scale : 0.0f;
    v.y = kept.y ? v.y * scale : 0.0f;
    v.z = kept.z ? v.z * scale : 0.0f;
    v.w = kept.w ? v.w * scale : 0.0f;
    *(float4 *)(dx + i) = v;
}
