//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: maps addresses to rank 0 of a cluster that is one block, in both widths
#include <cooperative_groups.h>
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    __shared__ float kept[256];
    auto cluster = cooperative_groups::this_cluster();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    kept[threadIdx.x] = i < n ? a[i] : 0;
    cluster.sync();
    float *there = cluster.map_shared_rank(kept, cluster.block_rank());
    unsigned at = (unsigned)__cvta_generic_to_shared(&kept[threadIdx.x]), same;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(same) : "r"(at), "r"(0));
    float x;
    asm volatile("ld.shared::cluster.f32 %0, [%1];" : "=f"(x) : "r"(same) : "memory");
    if (i < n)
        c[i] = (x + there[threadIdx.x]) / 2 + b[i];
    cluster.sync();
}
