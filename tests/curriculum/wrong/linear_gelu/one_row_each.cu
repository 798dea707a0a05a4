//? status: gate
//? says: Warp loads from global memory
// Fused, but every thread makes one element: a weight that is loaded is used once.
//
//! launch linear_gelu(x, w, bias, y, m, n, k) grid=(n+31)/32,(m+7)/8 block=32,8

extern "C" __global__ void linear_gelu(const float *x, const float *w, const float *bias, float *y, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = bias[col];
    for (int i = 0; i < k; i++)
        sum += x[row * k + i] * w[i * n + col];
    y[row * n + col] = 0.5f * sum * (1.0f + erff(sum * 0.70710678f));
}
