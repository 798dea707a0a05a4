// dropout_recompute: y is x with `drop` percent of its elements set to 0 and the others scaled up.
// dx is the same for dy. The result is right, and the mask is kept in memory for the way back.
// TODO: no mask in memory. The backward kernel draws the same random numbers again.
//
//! let limit = drop*42949672        // drop percent of 2^32
//! let scale = 100.0/(100 - drop)
//! scratch mask f32[n]
//! launch forward(x, y, mask, n, seed, limit, scale) grid=(n+255)/256 block=256
//! launch backward(dy, dx, mask, n, scale) grid=(n+255)/256 block=256

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
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float value = x[i];
    bool kept = bits(seed, i) >= limit;
    mask[i] = kept;
    y[i] = kept ? value * scale : 0.0f;
}

extern "C" __global__ void backward(const float *dy, float *dx, const float *mask, int n, float scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float value = dy[i];
    dx[i] = mask[i] ? value * scale : 0.0f;
}
