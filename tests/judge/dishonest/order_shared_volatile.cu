//? exercise: sum
//? virtual: wrong|unsafe
//? cuda: wrong|pass
//? why: warps add to one volatile word of shared memory, in turn by luck
//! launch sum(x, out, n) grid=1 block=256
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    __shared__ volatile float total;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    float s = 0;
    for (int i = threadIdx.x; i < n; i += 256)
        s += x[i];
    for (int k = 16; k; k /= 2)
        s += __shfl_down_sync(0xffffffff, s, k);
    if (threadIdx.x % 32 == 0)
        total = total + s;
    __syncthreads();
    if (threadIdx.x == 0)
        *out = total;
}
