// Tensor cores, asynchronous copies and cooperation across the grid.
#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>
namespace cg = cooperative_groups;
using namespace nvcuda;

extern "C" __global__ void wmma_tile(const half *a, const half *b, float *c, int n)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> fc;
    wmma::fill_fragment(fc, 0.0f);
    for (int k = 0; k < n; k += 16) {
        wmma::load_matrix_sync(fa, a + k, n);
        wmma::load_matrix_sync(fb, b + k, n);
        wmma::mma_sync(fc, fa, fb, fc);
    }
    wmma::store_matrix_sync(c, fc, n, wmma::mem_row_major);
}

extern "C" __global__ void mma_inline(const unsigned *a, const unsigned *b, float *d)
{
    float c[4] = {};
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    __shared__ __align__(16) unsigned tile[256];
    unsigned r0, r1, r2, r3, at = (unsigned)__cvta_generic_to_shared(tile + threadIdx.x * 4);
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                 : "=r"(r0), "=r"(r1), "=r"(r2), "=r"(r3) : "r"(at));
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1+16];" : "=r"(r1) : "r"(at));
    asm volatile("{\n .reg .pred p;\n .reg .b32 t;\n setp.ne.b32 p, %1, 0;\n @p mov.b32 t, 1;\n @!p bra DONE;\n"
                 " add.u32 %0, %0, t;\n DONE:\n }\n" : "+r"(r0) : "r"(r2));
    d[threadIdx.x] = c[0] + c[1] + c[2] + c[3] + r0 + r1 + r3;
}

extern "C" __global__ void pipeline(const float4 *in, float4 *out, int n)
{
    __shared__ float4 stage[2][128];
    for (int s = 0; s < n; s++) {
        __pipeline_memcpy_async(&stage[s & 1][threadIdx.x], in + s * 128 + threadIdx.x, 16);
        __pipeline_commit();
        __pipeline_wait_prior(s > 0 ? 1 : 0);
        __syncthreads();
        out[s * 128 + threadIdx.x] = stage[(s + 1) & 1][threadIdx.x];
        __syncthreads();
    }
}

extern "C" __global__ void whole_grid(float *data, float *sum)
{
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    auto tile = cg::tiled_partition<16>(block);
    float v = data[grid.thread_rank()];
    for (int o = tile.size() / 2; o; o /= 2)
        v += tile.shfl_down(v, o);
    grid.sync();
    if (tile.thread_rank() == 0)
        sum[grid.thread_rank() / 16] = v;
    block.sync();
}
