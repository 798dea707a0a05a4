//? status: gate
//? says: Each input is loaded 33x
// Loads 33 times, through another instruction.
//
//! launch window(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void window(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f;
    for (int j = max(i - 16, 0); j <= min(i + 16, n - 1); j++)
        sum += __ldg(&in[j]);
    out[i] = sum;
}
