//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: a barrier over the grid
#include <cooperative_groups.h>
//! scratch partial f32[8]
//! launch sum(x, partial, out, n) grid=8 block=128 cooperative
extern "C" __global__ void sum(const float *x, float *partial, float *out, int n)
{
    __shared__ float mine[128];
    float total = 0;
    for (int i = blockIdx.x * 128 + threadIdx.x; i < n; i += 8 * 128)
        total += x[i];
    mine[threadIdx.x] = total;
    __syncthreads();
    if (threadIdx.x == 0) {
        total = 0;
        for (int k = 0; k < 128; k++)
            total += mine[k];
        partial[blockIdx.x] = total;
    }
    cooperative_groups::this_grid().sync();
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        total = 0;
        for (int k = 0; k < 8; k++)
            total += partial[k];
        out[0] = total;
    }
}
