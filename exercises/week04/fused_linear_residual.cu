// fused_linear_residual: y = residual + x * w + bias. x is m x k, w is k x n, the others m x n.
// TODO: write it in one launch, with tiles, and with bias and residual added before the store.
//
//! launch fused_linear_residual(x, w, bias, residual, y, m, n, k)
//!     grid=(n+127)/128,(m+127)/128 block=16,16

extern "C" __global__ void fused_linear_residual(const float *x, const float *w, const float *bias,
                                                 const float *residual, float *y, int m, int n, int k)
{
}
