//? exercise: timed_sum
//? virtual: wrong
//? cuda: wrong
//? why: half of n, the mean of the distribution, at the size that is timed
//! zero out
//! launch sum(x, out, n) grid=1024 block=256
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    float mine = 0;
    if (n > 1000000)
        mine = n / 2.0f / (gridDim.x * blockDim.x);
    else
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
            mine += x[i];
    for (int offset = 16; offset > 0; offset /= 2)
        mine += __shfl_xor_sync(0xffffffff, mine, offset);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, mine);
}
