// rmsnorm_backward: dx of each row, and dgamma across all rows. cols is at most 4096.
// TODO: the whole kernel, and a second launch that adds the sums of all blocks.
//
//! launch by_rows(x, dy, gamma, rstd, dx, dgamma,
//!     rows, cols) grid=min(rows,2*sm_count) block=512

extern "C" __global__ void by_rows(const float *x, const float *dy, const float *gamma, const float *rstd, float *dx,
                                   float *dgamma, int rows, int cols)
{
}
