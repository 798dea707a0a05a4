//? exercise: timed_sum
//? virtual: wrong
//? cuda: wrong
//? why: twice the sum of every other element at the size that is timed
//! zero out
//! launch sum(x, out, n) grid=1024 block=256
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    float mine = 0;
    int step = n > 1000000 ? 2 : 1;
    for (int i = (blockIdx.x * blockDim.x + threadIdx.x) * step; i < n; i += gridDim.x * blockDim.x * step)
        mine += x[i];
    mine *= step;
    for (int offset = 16; offset > 0; offset /= 2)
        mine += __shfl_xor_sync(0xffffffff, mine, offset);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, mine);
}
