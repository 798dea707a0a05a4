//? exercise: add
//? virtual: waived|unsafe|wrong
//? cuda: waived|unsafe|wrong|crash
//? why: writes into the shared memory of a block of its cluster that has ended
#include <cooperative_groups.h>
//! launch add(a, b, c, n) grid=2*((n+511)/512) block=256 cluster=2
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float held[256];
    auto cluster = cooperative_groups::this_cluster();
    if (i < n)
        c[i] = a[i] + b[i];
    if (cluster.block_rank() == 1)
        return;
    for (int spin = 0; spin < 1000; spin++)
        asm volatile("");
    held[threadIdx.x] = 0;
    cluster.map_shared_rank(held, 1)[threadIdx.x] = 1;
}
