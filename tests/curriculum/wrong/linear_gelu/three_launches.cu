//? status: gate
//? says: Kernel launches: 3
// The starter: right, with two tensors in between.
//
//! scratch product f32[m, n]
//! scratch shifted f32[m, n]
//! launch matmul(x, w, product, m, n, k) grid=(n+31)/32,(m+7)/8 block=32,8
//! launch add_bias(product, bias, shifted, m*n, n) grid=(m*n+255)/256 block=256
//! launch gelu(shifted, y, m*n) grid=(m*n+255)/256 block=256

extern "C" __global__ void matmul(const float *x, const float *w, float *product, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum += x[row * k + i] * w[i * n + col];
    product[row * n + col] = sum;
}

extern "C" __global__ void add_bias(const float *product, const float *bias, float *shifted, int count, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        shifted[i] = product[i] + bias[i % n];
}

extern "C" __global__ void gelu(const float *x, float *y, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        y[i] = 0.5f * x[i] * (1.0f + erff(x[i] * 0.70710678f));
}
