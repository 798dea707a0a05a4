// Reference for pool_mean_ranks: every rank adds in f64.
//
//! launch mean_reference(peers(x), y, ranks, n) grid=(n+255)/256 block=256

extern "C" __global__ void mean_reference(const float *const *x, float *y, int ranks, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double sum = 0.0;
    for (int r = 0; r < ranks; r++)
        sum += x[r][i];
    y[i] = (float)(sum / ranks);
}
