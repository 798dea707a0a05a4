// Reference for hunt_diverged_barrier: in f64, each element by itself.
//
//! launch hunt_diverged_barrier_reference(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_diverged_barrier_reference(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int t = i % 256;
    double here = in[i], left = t > 0 ? in[i - 1] : 0.0f, further = t > 1 ? in[i - 2] : 0.0f;
    out[i] = (float)((here - left) - (t > 0 ? left - further : 0.0));
}
