// hunt_out_of_bounds: out[i] is the mean of in[i-1], in[i], in[i+1]. Past an end, the end counts.
// TODO: two threads of the grid do what they should not.
//
//! launch hunt_out_of_bounds(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_out_of_bounds(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float left = in[i - 1];
        float right = in[i + 1];
        out[i] = (left + in[i] + right) * (1.0f / 3.0f);
    }
}
