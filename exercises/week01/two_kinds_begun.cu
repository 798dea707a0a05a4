// two_kinds: y[i] is 1 / x[i] where i is even, and 1 / sqrt(x[i]) where i is odd. Half of it is
// written: the grid has one thread for each pair.
//
//! launch two_kinds(x, y, pairs) grid=(pairs+255)/256 block=256

// Both use Newton's iteration: 64 rounds bring any guess from 0.2 to the answer.
static __device__ float reciprocal(float x)
{
    float guess = 0.2f;
    for (int round = 0; round < 64; round++)
        guess = guess * (2.0f - x * guess);
    return guess;
}

static __device__ float reciprocal_root(float x)
{
    float guess = 0.2f;
    for (int round = 0; round < 64; round++)
        guess = guess * (1.5f - 0.5f * x * guess * guess);
    return guess;
}

extern "C" __global__ void two_kinds(const float *x, float *y, int pairs)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= pairs)
        return;
    // TODO: pair t is elements 2*t and 2*t + 1. One is even. Which function does it need?
    // Compute both elements, without an `if`.
}
