// gemm_row_patch: c = a * b. Each thread computes 8 elements of a row of c, 32 columns apart.
// TODO: tiles of both matrices, and 8 sums in registers. Which load serves 8 multiply-adds now?
//
//! launch gemm_row_patch(a, b, c, m, n, k) grid=(n+255)/256,(m+31)/32 block=32,32

extern "C" __global__ void gemm_row_patch(const float *a, const float *b, float *c, int m, int n, int k)
{
}
