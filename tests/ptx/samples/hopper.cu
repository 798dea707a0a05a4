// Clusters, tensor maps, bulk copies, warpgroup matrices: parsed by name.
#include <cooperative_groups.h>
#include <cstdint>
namespace cg = cooperative_groups;

extern "C" __global__ void __cluster_dims__(2, 1, 1) clustered(int *out)
{
    extern __shared__ int box[];
    cg::cluster_group cluster = cg::this_cluster();
    box[threadIdx.x] = cluster.block_rank();
    cluster.sync();
    int *other = cluster.map_shared_rank(box, cluster.block_rank() ^ 1);
    out[blockIdx.x * blockDim.x + threadIdx.x] = other[threadIdx.x];
    cluster.sync();
}

extern "C" __global__ void __launch_bounds__(256, 2) tma_wgmma(const __grid_constant__ uint64_t map, const float *in, float *out)
{
    __shared__ alignas(128) char tile[4096];
    __shared__ uint64_t barrier;
    uint32_t at = (uint32_t)__cvta_generic_to_shared(tile), bar = (uint32_t)__cvta_generic_to_shared(&barrier);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(1));
        asm volatile("fence.proxy.async.shared::cta;");
        asm volatile("fence.mbarrier_init.release.cluster;");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(4096));
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];"
                     ::"r"(at), "l"(&map), "r"(0), "r"(0), "r"(bar) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
                     ::"r"(at), "l"(in), "r"(1024), "r"(bar) : "memory");
    }
    asm volatile("{\n .reg .pred done;\n WAIT:\n mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n @done bra READY;\n"
                 " bra WAIT;\n READY:\n }" ::"r"(bar), "r"(0));
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(232));
    float d0 = 0, d1 = 0, d2 = 0, d3 = 0;
    uint64_t da = at, db = at + 2048;
    asm volatile("wgmma.fence.sync.aligned;");
    asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %6, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, p, 1, 1, 0, 0;\n}"
                 : "+f"(d0), "+f"(d1), "+f"(d2), "+f"(d3) : "l"(da), "l"(db), "r"(1));
    asm volatile("wgmma.commit_group.sync.aligned;");
    asm volatile("wgmma.wait_group.sync.aligned 0;");
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" ::"r"(at), "r"(__float_as_int(d0)));
    asm volatile("{\n .reg .pred q;\n .reg .b32 l;\n elect.sync l|q, 0xffffffff;\n @q st.shared.b32 [%0], l;\n}" ::"r"(at));
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 64;" ::"l"(out), "r"(at) : "memory");
    asm volatile("cp.async.bulk.commit_group;");
    asm volatile("cp.async.bulk.wait_group.read 0;");
    asm volatile("griddepcontrol.wait;");
    out[threadIdx.x] = d0 + d1 + d2 + d3;
}
