// Reference for fused_linear_residual: summed in f64 and rounded once.
//
//! launch linear_reference(x, w, bias, residual, y, m, n, k) grid=(n+31)/32,(m+7)/8 block=32,8

extern "C" __global__ void linear_reference(const float *x, const float *w, const float *bias, const float *residual,
                                            float *y, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    double sum = (double)bias[col] + (double)residual[(size_t)row * n + col];
    for (int i = 0; i < k; i++)
        sum += (double)x[(size_t)row * k + i] * (double)w[(size_t)i * n + col];
    y[(size_t)row * n + col] = (float)sum;
}
