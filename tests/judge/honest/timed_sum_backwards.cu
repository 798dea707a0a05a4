//? exercise: timed_sum
//? virtual: pass
//? cuda: pass
//? why: another order of the same sum, against the clock
//! zero out
//! launch sum(x, out, n) grid=528 block=512
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    float first = 0, second = 0;
    for (int i = n - 1 - (blockIdx.x * blockDim.x + threadIdx.x); i >= 0; i -= 2 * gridDim.x * blockDim.x) {
        first += x[i];
        if (i >= (int)(gridDim.x * blockDim.x))
            second += x[i - gridDim.x * blockDim.x];
    }
    float mine = first + second;
    for (int offset = 16; offset > 0; offset /= 2)
        mine += __shfl_xor_sync(0xffffffff, mine, offset);
    if (threadIdx.x % 32 == 0)
        atomicAdd(out, mine);
}
