//? status: wrong
//? says: matches this slip: The two kinds are exchanged.
// The two functions have changed places.
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
    y[2 * t] = reciprocal_root(x[2 * t]);
    y[2 * t + 1] = reciprocal(x[2 * t + 1]);
}
