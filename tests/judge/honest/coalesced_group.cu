//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: the lanes that are there
#include <cooperative_groups.h>
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    namespace cg = cooperative_groups;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    auto group = cg::coalesced_threads();
    float y = group.shfl(b[i], group.thread_rank());
    c[i] = a[i] + y;
}
