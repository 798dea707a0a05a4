// pool_blend: y = a + share * (b - a). n is a multiple of 4. Right, and four bytes at a time.
// TODO: the same bytes with a quarter of the loads and stores.
//
//! launch blend(a, b, y, share, n) grid=(n+255)/256 block=256

extern "C" __global__ void blend(const float *a, const float *b, float *y, float share, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a[i] + share * (b[i] - a[i]);
}
