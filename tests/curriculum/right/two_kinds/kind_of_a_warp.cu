// Half of the warps take the even places, half of them the odd ones.
//
//! launch two_kinds(x, y, pairs) grid=(pairs+127)/128 block=256

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
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int pair = blockIdx.x * 128 + warp / 2 * 32 + lane;
    if (pair >= pairs)
        return;
    if (warp % 2 == 0)
        y[2 * pair] = reciprocal(x[2 * pair]);
    else
        y[2 * pair + 1] = reciprocal_root(x[2 * pair + 1]);
}
