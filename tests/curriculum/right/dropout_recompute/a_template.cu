// One template for both directions; the scale is a factor.
//
//! let limit = drop*42949672        // drop percent of 2^32
//! let scale = 100.0/(100 - drop)
//! launch dropout<float>(x, y, n, seed, limit, scale) grid=(n+255)/256 block=256
//! launch dropout<float>(dy, dx, n, seed, limit, scale) grid=(n+255)/256 block=256

// A random number of 32 bits for element i. The same seed and i give the same number.
__device__ unsigned bits(unsigned seed, unsigned i)
{
    unsigned z = seed * 0x9e3779b9u ^ i;
    z = (z ^ z >> 16) * 0x7feb352du;
    z = (z ^ z >> 15) * 0x846ca68bu;
    return z ^ z >> 16;
}

template <class T> __global__ void dropout(const T *in, T *out, int n, unsigned seed, unsigned limit, T scale)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    out[i] = bits(seed, i) < limit ? T(0) : in[i] * scale;
}
