// gemm_tiled: c = a * b, where a is m x k, b is k x n and c is m x n, all row-major. This is the
// product of week 1: right, and each element of a is loaded n times.
// TODO: a block loads a tile of a and a tile of b into shared memory, and all its threads use them.
//
//! launch gemm_tiled(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,32

extern "C" __global__ void gemm_tiled(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + col];
    c[row * n + col] = sum;
}
