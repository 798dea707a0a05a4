//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: sums by shuffles
//! zero out
//! launch sum(x, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    extern __shared__ float unused[];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float mine = i < n ? x[i] : 0.0f;
    for (int step = 16; step; step /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, step);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, mine);
}
