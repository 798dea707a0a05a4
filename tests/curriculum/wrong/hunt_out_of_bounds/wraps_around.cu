//? status: wrong
//? says: expected
// Wraps around instead of repeating the end.
//
//! launch hunt_out_of_bounds(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_out_of_bounds(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float left = in[i > 0 ? i - 1 : n - 1];
        float right = in[i < n - 1 ? i + 1 : 0];
        out[i] = (left + in[i] + right) * (1.0f / 3.0f);
    }
}
