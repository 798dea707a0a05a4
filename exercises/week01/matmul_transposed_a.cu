// matmul_transposed_a: c = a^T * b, where a is k x m, b is k x n and c is m x n, all row-major.
//
//! launch matmul_transposed_a(a, b, c, m, n, k) grid=(n+31)/32,(m+7)/8 block=32,8

extern "C" __global__ void matmul_transposed_a(const float *a, const float *b, float *c, int m, int n, int k)
{
    // TODO
}
