// A pair is one load and one store, and few blocks step over the pairs.
//
//! launch two_kinds(x, y, pairs) grid=min((pairs+127)/128,8*sm_count) block=128

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

extern "C" __global__ void two_kinds(const float2 *x, float2 *y, int pairs)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += gridDim.x * blockDim.x) {
        float2 v = x[i];
        y[i] = make_float2(reciprocal(v.x), reciprocal_root(v.y));
    }
}
