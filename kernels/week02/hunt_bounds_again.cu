// Reference for hunt_bounds_again: one rounding an element.
//
//! launch hunt_bounds_again_reference(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_bounds_again_reference(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[min(i + 1, n - 1)] - in[i];
}
