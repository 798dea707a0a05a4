// matmul_naive: c = a * b, where a is m x k, b is k x n and c is m x n, all row-major.
//
//! launch matmul_naive(a, b, c, m, n, k) grid=(n+31)/32,(m+7)/8 block=32,8

extern "C" __global__ void matmul_naive(const float *a, const float *b, float *c, int m, int n, int k)
{
    // TODO: one thread computes one element of c: a row of a times a column of b.
}
