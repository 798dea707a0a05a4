// gemm_wide_scaled: c = alpha * a * b + beta * c, with loads of 16 bytes and two tiles in turn.
// TODO: the loop of gemm_vectorised, then four elements of c at a time. When is alpha needed?
//
//! launch gemm_wide_scaled(a, b, c, m, n, k, alpha, beta) grid=(n-1)/128+1,(m-1)/128+1 block=16,16

extern "C" __global__ void gemm_wide_scaled(const float *a, const float *b, float *c, int m, int n, int k, float alpha,
                                            float beta)
{
}
