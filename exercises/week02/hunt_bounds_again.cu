// hunt_bounds_again: out[i] = in[i+1] - in[i], 0 for the last one. TODO: one thread goes too far.
//
//! launch hunt_bounds_again(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_bounds_again(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = in[i + 1] - in[i];
}
