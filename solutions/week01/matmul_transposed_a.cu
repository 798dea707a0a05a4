// matmul_transposed_a: a row of a^T is a column of a. All lanes of a warp read one element of it.
//
//! launch matmul_transposed_a(a, b, c, m, n, k) grid=(n+31)/32,(m+7)/8 block=32,8

extern "C" __global__ void matmul_transposed_a(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum += a[i * m + row] * b[i * n + col];
    c[row * n + col] = sum;
}
