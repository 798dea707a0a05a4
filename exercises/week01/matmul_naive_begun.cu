// matmul_naive: c = a * b, where a is m x k, b is k x n and c is m x n, all row-major.
// Half of it is written.
//
//! launch matmul_naive(a, b, c, m, n, k) grid=(n+31)/32,(m+7)/8 block=32,8

extern "C" __global__ void matmul_naive(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x; // of c
    int row = blockIdx.y * blockDim.y + threadIdx.y; // of c
    if (row >= m || col >= n)
        return;

    float sum = 0.0f;
    for (int i = 0; i < k; i++) {
        float left = a[row * k + i]; // element i of this row of a
        // TODO: element i of this column of b. A row of b has n elements.
        float right = 0.0f;
        sum += left * right;
    }
    // TODO: store the sum. A row of c has n elements.
}
