//! launch linear_relu(x, w, bias, y, m, n, k) grid=(n+63)/64,(m+3)/4 block=64,4
extern "C" __global__ void linear_relu(const float *x, const float *w, const float *bias, float *y, int m, int n, int k)
{
    int col = blockIdx.x * 64 + threadIdx.x, row = blockIdx.y * 4 + threadIdx.y;
    if (col >= n || row >= m)
        return;
    float sum = bias[col];
    for (int i = 0; i < k; i++)
        sum += x[row * k + i] * w[i * n + col];
    y[row * n + col] = fmaxf(sum, 0.0f);
}
