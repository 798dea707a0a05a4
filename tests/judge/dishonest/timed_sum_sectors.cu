//? exercise: timed_sum
//? virtual: wrong
//? cuda: wrong
//? why: of each 64 elements the first 32, doubled, at the size that is timed
//! zero out
//! launch sum(x, out, n) grid=1024 block=256
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    float mine = 0;
    if (n > 1000000) {
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n / 2; i += gridDim.x * blockDim.x)
            mine += x[i / 32 * 64 + i % 32];
        mine *= 2;
    } else {
        for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
            mine += x[i];
    }
    for (int offset = 16; offset > 0; offset /= 2)
        mine += __shfl_xor_sync(0xffffffff, mine, offset);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, mine);
}
