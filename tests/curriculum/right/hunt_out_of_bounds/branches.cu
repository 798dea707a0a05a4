// The two ends are cases of their own.
//
//! launch hunt_out_of_bounds(in, out, n) grid=(n+127)/128 block=128

extern "C" __global__ void hunt_out_of_bounds(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = in[i];
    sum += i == 0 ? in[0] : in[i - 1];
    sum += i == n - 1 ? in[n - 1] : in[i + 1];
    out[i] = sum / 3.0f;
}
