// Reference for accumulate_moments: one thread for each column, in f64.
//! launch moments(x, mean, spread, n, k) grid=(k+255)/256 block=256

extern "C" __global__ void moments(const float *x, float *mean, float *spread, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= k)
        return;
    double sum = 0.0, squares = 0.0;
    for (int row = 0; row < n; row++)
        sum += x[row * k + i];
    for (int row = 0; row < n; row++)
        squares += (x[row * k + i] - sum / n) * (x[row * k + i] - sum / n);
    mean[i] = (float)(sum / n);
    spread[i] = (float)(squares / n);
}
