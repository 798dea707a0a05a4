//? exercise: timed_sum
//? virtual: wrong
//? cuda: wrong
//? why: leaves out one element in a thousand at the timed size, within a wide tolerance
//! zero out
//! launch sum(x, out, n) grid=1024 block=256
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    float mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n - (n > 1000000 ? n / 1000 : 0); i += gridDim.x * blockDim.x)
        mine += x[i];
    for (int offset = 16; offset > 0; offset /= 2)
        mine += __shfl_xor_sync(0xffffffff, mine, offset);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, mine);
}
