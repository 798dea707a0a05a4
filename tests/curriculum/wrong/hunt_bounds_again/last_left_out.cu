//? status: wrong
//? says: Wrong: only the last element.
// The guard leaves out the last element, which must be 0.
//
//! launch hunt_bounds_again(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_bounds_again(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1)
        out[i] = in[i + 1] - in[i];
}
