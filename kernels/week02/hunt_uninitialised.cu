// Reference for hunt_uninitialised: one thread a segment.
//
//! launch hunt_uninitialised_reference(in, counts, n) grid=(n+8191)/8192 block=32

extern "C" __global__ void hunt_uninitialised_reference(const float *in, int *counts, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 256, count = 0;
    if (first >= n)
        return;
    for (int i = first; i < min(first + 256, n); i++)
        count += in[i] > 0.0f;
    counts[first / 256] = count;
}
