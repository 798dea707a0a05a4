//? status: wrong
//? says: An input of this case is all zeros.
// Takes an element of y that is not 0 as kept.
//
//! let limit = drop*42949672        // drop percent of 2^32
//! let scale = 100.0/(100 - drop)
//! launch forward(x, y, n, seed, limit, scale) grid=(n+255)/256 block=256
//! launch backward(dy, dx, y, n, seed, limit, scale) grid=(n+255)/256 block=256

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
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float value = x[i];
    y[i] = bits(seed, i) >= limit ? value * scale : 0.0f;
}

extern "C" __global__ void backward(const float *dy, float *dx, const float *y, int n, unsigned seed, unsigned limit,
                                    float scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float value = dy[i];
    dx[i] = y[i] != 0.0f ? value * scale : 0.0f;
}
