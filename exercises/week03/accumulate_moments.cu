// accumulate_moments: the mean of each column of x, and the mean of the squared deviations from it.
// Each launch gets `micro` rows.
// TODO: the kernels, and a plan with two loops.
//
//! launch add_rows(x, mean, n, k) grid=(k+255)/256 block=256

extern "C" __global__ void add_rows(const float *x, float *mean, int rows, int k)
{
}
