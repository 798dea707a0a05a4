// Reference for pool_scores: one thread for each element, summed in f64.
//
//! launch scores_reference(a, b, c, m, n, k) grid=(n+31)/32,m block=32

extern "C" __global__ void scores_reference(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y;
    if (col >= n)
        return;
    double sum = 0.0;
    for (int i = 0; i < k; i++)
        sum += (double)a[row * k + i] * (double)b[col * k + i];
    c[row * n + col] = (float)sum;
}
