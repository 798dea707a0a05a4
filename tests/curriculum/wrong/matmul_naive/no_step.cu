//? status: timeout
//? says: or runs far more often than needed. first never changes in this loop
// The loop over parts of 8 elements has no step. The loop inside it runs more often, and ends.
//
//! launch matmul_naive(a, b, c, m, n, k) grid=(n+31)/32,(m+7)/8 block=32,8

__device__ float part(const float *a, const float *b, int count, int n)
{
    float sum = 0.0f;
    for (int i = 0; i < count; i++)
        sum += a[i] * b[i * n];
    return sum;
}

extern "C" __global__ void matmul_naive(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    volatile float *out = c;
    float sum = 0.0f;
    int first = 0;
    while (first < k) {
        sum += part(a + row * k + first, b + first * n + col, min(8, k - first), n);
        out[row * n + col] = sum;
    }
}
