// Reference for hunt_race_again: one thread a segment.
//
//! launch hunt_race_again_reference(in, least, n) grid=(n+8191)/8192 block=32

extern "C" __global__ void hunt_race_again_reference(const float *in, float *least, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 256;
    if (first >= n)
        return;
    float value = in[first];
    for (int i = first; i < min(first + 256, n); i++)
        value = fminf(value, in[i]);
    least[first / 256] = value;
}
