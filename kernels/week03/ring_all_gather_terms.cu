// The terms of the sums.
//
//! launch terms_of_all(peers(x), total, rank, ranks, ranks*chunk)
//!     grid=(ranks*chunk+255)/256 block=256

extern "C" __global__ void terms_of_all(const float *const *x, float *total, int rank, int ranks, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f;
    for (int r = 0; r < ranks; r++)
        sum += fabsf(x[r][i]);
    total[i] = sum;
}
