// gemm_2d_turned: c = a * transpose(b), where a is m x k and b is n x k. Each thread computes
// 8 x 8 elements.
// TODO: tiles of both matrices, and 64 sums in registers. Which way do you store the tile of b?
//
//! launch gemm_2d_turned(a, b, c, m, n, k) grid=(n+127)/128,(m+127)/128 block=16,16

extern "C" __global__ void gemm_2d_turned(const float *a, const float *b, float *c, int m, int n, int k)
{
}
