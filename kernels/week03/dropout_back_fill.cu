//? params:
//?   - {name: dy, type: f32, shape: [n], role: in, init: ones}
//?   - {name: dx, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//?   - {name: seed, type: i32}
//?   - {name: drop, type: i32}
//! let limit = drop*42949672
//! let scale = 100.0/(100 - drop)
//! launch backward(dy, dx, n, seed, limit, scale) grid=(n+7)/8 block=8
// A random number of 32 bits for element i. The same seed and i give the same number.
__device__ unsigned bits(unsigned seed, unsigned i)
{
    unsigned z = seed * 0x9e3779b9u ^ i;
    z = (z ^ z >> 16) * 0x7feb352du;
    z = (z ^ z >> 15) * 0x846ca68bu;
    return z ^ z >> 16;
}
extern "C" __global__ void backward(const float *dy, float *dx, int n, unsigned seed, unsigned limit, float scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i >= n)
        return;
    float value = dy[i];
    bool kept = bits(seed, i) >= limit;
    dx[i] = kept ? /*?slope*/ : 0.0f; //@ end
}
