//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: waits at a barrier object of libcu++
#include <cuda/barrier>
#pragma nv_diag_suppress static_var_with_dynamic_init
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ float t[256];
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    t[threadIdx.x] = i < n ? a[i] : 0;
    bar.arrive_and_wait();
    if (i < n)
        c[i] = t[threadIdx.x] + b[i];
}
