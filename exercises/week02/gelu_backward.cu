// gelu_backward: dx = dy * gelu'(x). gelu(x) = x * P(x), P(x) = 0.5 * (1 + erf(x / sqrt(2))).
//
//! launch gelu_backward(x, dy, dx, n) grid=min((n+1023)/1024,16*sm_count) block=256

extern "C" __global__ void gelu_backward(const float *x, const float *dy, float *dx, int n)
{
    // TODO: write the slope of one element first. Then four elements at a time, then the rest.
}
