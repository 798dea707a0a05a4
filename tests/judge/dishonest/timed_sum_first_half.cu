//? exercise: timed_sum
//? virtual: wrong
//? cuda: wrong
//? why: twice the sum of the first half at the size that is timed
//! zero out
//! launch sum(x, out, n) grid=1024 block=256
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    float mine = 0;
    int end = n > 1000000 ? n / 2 : n;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < end; i += gridDim.x * blockDim.x)
        mine += x[i];
    mine *= n > 1000000 ? 2.0f : 1.0f;
    for (int offset = 16; offset > 0; offset /= 2)
        mine += __shfl_xor_sync(0xffffffff, mine, offset);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, mine);
}
