// Reference for gemm_wide_scaled: c = alpha * a * b + beta * c, summed in f64 and rounded once.
//
//! launch gemm_reference(a, b, c, m, n, k, alpha, beta) grid=(n+31)/32,(m+7)/8 block=32,8

extern "C" __global__ void gemm_reference(const float *a, const float *b, float *c, int m, int n, int k, float alpha,
                                          float beta)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    double sum = 0.0;
    for (int i = 0; i < k; i++)
        sum += (double)a[row * k + i] * (double)b[i * n + col];
    c[row * n + col] = (float)(alpha * sum + beta * (double)c[row * n + col]);
}
