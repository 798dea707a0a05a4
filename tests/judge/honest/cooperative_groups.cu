//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: cooperative groups
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
//! zero out
//! launch sum(x, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float mine = i < n ? x[i] : 0.0f;
    mine = cg::reduce(warp, mine, cg::plus<float>());
    if (warp.thread_rank() == 0)
        atomicAdd(out, mine);
}
