// Each thread reads three elements itself, so no barrier is needed.
//
//! launch hunt_diverged_barrier(in, out, n) grid=(n+127)/128 block=128

extern "C" __global__ void hunt_diverged_barrier(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = i % 256;
    if (i >= n)
        return;
    float here = in[i], left = t > 0 ? in[i - 1] : 0.0f, before = t > 1 ? in[i - 2] : 0.0f;
    out[i] = (here - left) - (left - before);
}
