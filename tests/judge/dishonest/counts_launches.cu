//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: counts its launches and stops working after ten
//! for s in 0..20 { launch add(a, b, c, n) grid=(n+255)/256 block=256 }
__device__ unsigned finished;
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool is_early = *(volatile unsigned *)&finished < 10 * gridDim.x;
    if (i < n)
        c[i] = is_early ? a[i] + b[i] : 0;
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(&finished, 1);
}
