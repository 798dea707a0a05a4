//? status: gate
//? says: Warp loads from global memory
// Each thread has four neighbours, and loads them one by one.
//
//! launch blend(a, b, y, share, n) grid=(n/4+255)/256 block=256

extern "C" __global__ void blend(const float *a, const float *b, float *y, float share, int n)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    for (int j = i; j < i + 4 && j < n; j++)
        y[j] = a[j] + share * (b[j] - a[j]);
}
