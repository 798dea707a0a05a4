// Reference for two_kinds: 1 / x at even places, 1 / sqrt(x) at odd ones, in f64.
//
//! launch two_kinds_reference(x, y, 2*pairs) grid=(2*pairs+255)/256 block=256

extern "C" __global__ void two_kinds_reference(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double value = x[i];
    y[i] = (float)(i % 2 == 0 ? 1.0 / value : 1.0 / sqrt(value));
}
