// gemm_tiled_rows: c = a * b^T, where a is m x k, b is n x k and c is m x n, all row-major.
// TODO: tiles of both through shared memory. Which of them needs a pitch?
//
//! launch gemm_tiled_rows(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,32

extern "C" __global__ void gemm_tiled_rows(const float *a, const float *b, float *c, int m, int n, int k)
{
}
