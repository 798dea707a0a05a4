// Reference for hunt_out_of_bounds: in f64.
//
//! launch hunt_out_of_bounds_reference(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_out_of_bounds_reference(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = (float)(((double)in[max(i - 1, 0)] + (double)in[i] + (double)in[min(i + 1, n - 1)]) / 3.0);
}
