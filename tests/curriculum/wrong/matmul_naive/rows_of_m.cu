//? status: unsafe
//? finding: out_of_bounds
//? says: A row of it has k elements, but the index multiplies by m
// Takes the number of rows for the length of a row of a.
//
//! launch matmul_naive(a, b, c, m, n, k) grid=(n+31)/32,(m+7)/8 block=32,8
extern "C" __global__ void matmul_naive(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < m && col < n) {
      float s = 0;
      for (int i = 0; i < k; i++) s += a[row*m+i] * b[i*n+col];
      c[row*n+col] = s;
    }
}
