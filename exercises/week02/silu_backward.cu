// silu_backward: dx = dy * silu'(x), where silu(x) = x / (1 + exp(-x)).
//
//! launch silu_backward(x, dy, dx, n) grid=min((n+1023)/1024,16*sm_count) block=256

extern "C" __global__ void silu_backward(const float *x, const float *dy, float *dx, int n)
{
    // TODO
}
