// Two elements in each thread, half of the array apart.
//
//! let limit = drop*42949672        // drop percent of 2^32
//! let scale = 100.0/(100 - drop)
//! let half = (n+1)/2
//! launch dropout(x, y, n, half, seed, limit, scale) grid=(half+127)/128 block=128
//! launch dropout(dy, dx, n, half, seed, limit, scale) grid=(half+127)/128 block=128

// A random number of 32 bits for element i. The same seed and i give the same number.
__device__ unsigned bits(unsigned seed, unsigned i)
{
    unsigned z = seed * 0x9e3779b9u ^ i;
    z = (z ^ z >> 16) * 0x7feb352du;
    z = (z ^ z >> 15) * 0x846ca68bu;
    return z ^ z >> 16;
}

extern "C" __global__ void dropout(const float *in, float *out, int n, int half, unsigned seed, unsigned limit,
                                   float scale)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x;
    if (first >= half)
        return;
    for (int i = first; i < n; i += half)
        out[i] = bits(seed, i) >= limit ? in[i] * scale : 0.0f;
}
