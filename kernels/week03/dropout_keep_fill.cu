//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: ones}
//?   - {name: y, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//?   - {name: seed, type: i32}
//?   - {name: drop, type: i32}
//! let limit = drop*42949672
//! let scale = 100.0/(100 - drop)
//! launch forward(x, y, n, seed, limit, scale) grid=(n+7)/8 block=8
// A random number of 32 bits for element i. The same seed and i give the same number.
__device__ unsigned bits(unsigned seed, unsigned i)
{
    unsigned z = seed * 0x9e3779b9u ^ i;
    z = (z ^ z >> 16) * 0x7feb352du;
    z = (z ^ z >> 15) * 0x846ca68bu;
    return z ^ z >> 16;
}
extern "C" __global__ void forward(const float *x, float *y, int n, unsigned seed, unsigned limit, float scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i >= n)
        return;
    float value = x[i];
    y[i] = /*?kept*/ ? value * scale : 0.0f; //@ end
}
