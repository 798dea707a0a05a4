// Reference for hunt_race: each element by itself, in f64.
//
//! launch hunt_race_reference(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_race_reference(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double sum = 0.0;
    for (int j = i / 256 * 256; j <= i; j++)
        sum += (double)in[j];
    out[i] = (float)sum;
}
