//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: a barrier over as many blocks as the GPU has SMs
#include <cooperative_groups.h>
//! scratch partial f32[sm_count]
//! launch sum(x, partial, out, n) grid=sm_count block=64 cooperative
extern "C" __global__ void sum(const float *x, float *partial, float *out, int n)
{
    __shared__ float tile[2];
    float s = 0;
    for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += gridDim.x * 64)
        s += x[i];
    for (int o = 16; o; o /= 2)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x % 32 == 0)
        tile[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        s = 0;
        for (int k = 0; k < 2; k++)
            s += tile[k];
        partial[blockIdx.x] = s;
    }
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        s = 0;
        for (int k = 0; k < gridDim.x; k++)
            s += partial[k];
        *out = s;
    }
}
