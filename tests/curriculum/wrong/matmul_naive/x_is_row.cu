//? status: gate
//? says: loads with a stride
// Lanes walk down the rows: right, and strided wherever they touch a or c.
//
//! launch matmul_naive(a, b, c, m, n, k) grid=(m+31)/32,(n+7)/8 block=32,8

extern "C" __global__ void matmul_naive(const float *a, const float *b, float *c, int m, int n, int k)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + col];
    c[row * n + col] = sum;
}
