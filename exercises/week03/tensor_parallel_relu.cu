// tensor_parallel_relu: y = max(x * w + bias, 0), where rank r has columns r*cols to
// r*cols + cols - 1 of w and of bias. The x of rank 0 counts. Every rank gets the whole y.
// TODO: the plan and its kernels.
//
//! launch linear_relu(x, w, bias, y, m, cols, k) grid=ceil_div(cols, 32),ceil_div(m, 8) block=32,8

extern "C" __global__ void linear_relu(const float *x, const float *w, const float *bias, float *y, int m, int cols,
                                       int k)
{
}
