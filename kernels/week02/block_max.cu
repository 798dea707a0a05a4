// Reference for block_max: one thread finds the largest of each stretch of 4096.
//
//! launch block_max_reference(in, maxima, n) grid=(n+131071)/131072 block=32

extern "C" __global__ void block_max_reference(const float *in, float *maxima, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4096;
    if (first >= n)
        return;
    float largest = in[first];
    for (int i = first; i < min(first + 4096, n); i++)
        largest = fmaxf(largest, in[i]);
    maxima[first / 4096] = largest;
}
