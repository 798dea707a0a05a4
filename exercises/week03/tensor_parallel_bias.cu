// tensor_parallel_bias: y = x * w + bias, where rank r has columns r*rows to r*rows + rows - 1 of x
// and the same rows of w. The bias of rank 0 counts. Every rank gets the whole y.
// TODO: the plan and its kernels. How often is the bias added?
//
//! launch linear(x, w, bias, y, m, n, rows) grid=ceil_div(n, 32),ceil_div(m, 8) block=32,8

extern "C" __global__ void linear(const float *x, const float *w, const float *bias, float *y, int m, int n, int rows)
{
}
