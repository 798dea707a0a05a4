//? status: unsafe
//? says: passes a as the parameter b, and b as a
// The launch line exchanges the two inputs.
//
//! launch matmul_naive(b, a, c, m, n, k) grid=(n+15)/16,(m+15)/16 block=16,16

extern "C" __global__ void matmul_naive(const float *a, const float *b, float *c, int m, int n, int k)
{
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= m || col >= n)
        return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + col];
    c[row * n + col] = sum;
}
