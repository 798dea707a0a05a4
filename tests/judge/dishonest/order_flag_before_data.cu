//? exercise: sum
//? virtual: wrong
//? cuda: wrong|timeout|pass
//? why: sets the flag, and then writes what it stands for
//! scratch parts f32[(n+255)/256] zero
//! scratch flags u32[(n+255)/256] zero
//! launch sum(x, parts, flags, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void sum(const float *x, float *parts, unsigned *flags, float *out, int n)
{
    __shared__ float tile[8];
    int i = blockIdx.x * 256 + threadIdx.x;
    float s = i < n ? x[i] : 0;
    for (int o = 16; o; o /= 2)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x % 32 == 0)
        tile[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x)
        return;
    for (int k = 1; k < 8; k++)
        s += tile[k];
    volatile float *part = (volatile float *)parts;
    volatile unsigned *flag = (volatile unsigned *)flags;
    if (blockIdx.x) {
        while (!flag[blockIdx.x - 1])
            ;
        __threadfence();
        s += part[blockIdx.x - 1];
    }
    flag[blockIdx.x] = 1;
    __threadfence();
    part[blockIdx.x] = s;
    if (blockIdx.x == gridDim.x - 1)
        *out = s;
}
