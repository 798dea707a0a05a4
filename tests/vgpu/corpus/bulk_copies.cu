// Bulk copies and st.async: told to mbarriers, in groups, across a cluster. A wrong value ends in a trap.
#include <cooperative_groups.h>
#include <cuda/barrier>

namespace cg = cooperative_groups;

static __device__ unsigned address_of(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

static __device__ void init(unsigned long long *bar, int count)
{
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(address_of(bar)), "r"(count) : "memory");
}

static __device__ void expect(unsigned long long *bar, int bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address_of(bar)), "r"(bytes) : "memory");
}

static __device__ void wait(unsigned long long *bar, int parity)
{
    asm volatile("{ .reg .pred done;\nwaits: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n@!done bra waits; }" ::"r"(
                     address_of(bar)),
                 "r"(parity)
                 : "memory");
}

static __device__ void load(void *to, const void *from, int bytes, unsigned long long *bar)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(address_of(to)),
                 "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(address_of(bar))
                 : "memory");
}

static __device__ void store(void *to, const void *from, int bytes)
{
    asm volatile("fence.proxy.async.shared::cta;\n"
                 "cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;\n"
                 "cp.async.bulk.commit_group;" ::"l"(__cvta_generic_to_global(to)),
                 "r"(address_of(from)), "r"(bytes)
                 : "memory");
}

static __device__ unsigned in_block(const void *p, unsigned rank)
{
    unsigned mapped;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(mapped) : "r"(address_of(p)), "r"(rank));
    return mapped;
}

static __device__ void want(bool right)
{
    if (!right)
        asm volatile("trap;");
}

// run by_library: grid=2 block=128 | a=f32[512]:iota c=f32[512]
extern "C" __global__ void by_library(const float *a, float *c)
{
    __shared__ alignas(16) float tile[256];
#pragma nv_diag_suppress static_var_with_dynamic_init
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    cg::thread_block block = cg::this_thread_block();
    if (block.thread_rank() == 0)
        init(&bar, block.size());
    block.sync();
    cuda::memcpy_async(block, tile, a + blockIdx.x * 256, cuda::aligned_size_t<16>(1024), bar);
    bar.arrive_and_wait();
    for (int i = threadIdx.x; i < 256; i += 128) {
        want(tile[255 - i] == a[blockIdx.x * 256 + 255 - i]);
        c[blockIdx.x * 256 + i] = tile[255 - i];
    }
}

// run two_stages: grid=2 block=64 | a=f32[1024]:iota c=f32[1024]
extern "C" __global__ void two_stages(const float *a, float *c)
{
    __shared__ alignas(16) float tiles[2][64];
    __shared__ unsigned long long full[2];
    const float *mine = a + blockIdx.x * 512;
    if (threadIdx.x == 0) {
        for (int s = 0; s < 2; s++)
            init(&full[s], 1);
        for (int s = 0; s < 2; s++) {
            expect(&full[s], 256);
            load(tiles[s], mine + s * 64, 256, &full[s]);
        }
    }
    __syncthreads();
    for (int k = 0; k < 8; k++) {
        wait(&full[k % 2], k / 2 % 2);
        float value = tiles[k % 2][threadIdx.x];
        want(value == mine[k * 64 + threadIdx.x]);
        c[blockIdx.x * 512 + k * 64 + threadIdx.x] = value;
        __syncthreads();
        if (threadIdx.x == 0 && k + 2 < 8) {
            expect(&full[k % 2], 256);
            load(tiles[k % 2], mine + (k + 2) * 64, 256, &full[k % 2]);
        }
    }
}

// run expects_later: grid=1 block=64 | a=f32[64]:iota c=f32[64]
extern "C" __global__ void expects_later(const float *a, float *c)
{
    __shared__ alignas(16) float tile[64];
    __shared__ unsigned long long full;
    if (threadIdx.x == 0)
        init(&full, 1);
    __syncthreads();
    if (threadIdx.x == 63) {
        load(tile, a, 256, &full);
        expect(&full, 256);
    }
    wait(&full, 0);
    c[threadIdx.x] = tile[threadIdx.x];
}

// run stores_back: grid=2 block=64 | a=f32[256]:iota c=f32[256] d=f32[2]
extern "C" __global__ void stores_back(const float *a, float *c, float *d)
{
    __shared__ alignas(16) float tile[64];
    for (int k = 0; k < 2; k++) {
        int i = (blockIdx.x * 2 + k) * 64;
        tile[threadIdx.x] = 2 * a[i + threadIdx.x];
        __syncthreads();
        if (threadIdx.x == 0) {
            store(c + i, tile, 256);
            asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
        int i = blockIdx.x * 128 + 127;
        want(c[i] == 2 * a[i]);
        d[blockIdx.x] = c[i];
    }
}

// run some_bytes: grid=1 block=32 | a=u32[8]:iota c=u32[8]
extern "C" __global__ void some_bytes(const unsigned *a, unsigned *c)
{
    __shared__ alignas(16) unsigned tile[8];
    if (threadIdx.x < 8) {
        tile[threadIdx.x] = a[threadIdx.x];
        c[threadIdx.x] = 0;
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%0], [%1], 32, %2;\n"
                     "cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::"l"(__cvta_generic_to_global(c)),
                     "r"(address_of(tile)), "h"((unsigned short)0xf00f)
                     : "memory");
        want(c[0] == tile[0] && c[1] == 0 && c[2] == 0 && c[3] == tile[3] && c[4] == tile[4] && c[5] == 0);
    }
}

// run to_all_blocks: grid=8 block=64 | a=f32[512]:iota c=f32[512]
extern "C" __global__ void __cluster_dims__(4) to_all_blocks(const float *a, float *c)
{
    __shared__ alignas(16) float tile[256];
    __shared__ unsigned long long full;
    cg::cluster_group cluster = cg::this_cluster();
    unsigned rank = cluster.block_rank();
    const float *ours = a + blockIdx.x / 4 * 256;
    if (threadIdx.x == 0) {
        init(&full, 1);
        expect(&full, 1024);
    }
    cluster.sync();
    if (threadIdx.x == 0)
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], "
                     "256, [%2], %3;" ::"r"(address_of(tile + rank * 64)),
                     "l"(__cvta_generic_to_global(ours + rank * 64)), "r"(address_of(&full)), "h"((unsigned short)15)
                     : "memory");
    wait(&full, 0);
    for (int i = threadIdx.x; i < 256; i += 64)
        want(tile[i] == ours[i]);
    c[blockIdx.x * 64 + threadIdx.x] = tile[rank * 64 + threadIdx.x];
    cluster.sync();
}

// run to_the_next_block: grid=4 block=32 | c=u32[128]
extern "C" __global__ void __cluster_dims__(4) to_the_next_block(unsigned *c)
{
    __shared__ alignas(16) unsigned ours[32], box[32], words[64];
    __shared__ unsigned long long full;
    cg::cluster_group cluster = cg::this_cluster();
    unsigned next = (cluster.block_rank() + 1) % 4, last = (cluster.block_rank() + 3) % 4;
    ours[threadIdx.x] = cluster.block_rank() * 100 + threadIdx.x;
    if (threadIdx.x == 0) {
        init(&full, 1);
        expect(&full, 128 + 256);
    }
    cluster.sync();
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.u32 [%0], {%1, %2}, [%3];" ::"r"(
                     in_block(words + threadIdx.x * 2, next)),
                 "r"(cluster.block_rank()), "r"(threadIdx.x), "r"(in_block(&full, next))
                 : "memory");
    if (threadIdx.x == 0)
        asm volatile("fence.proxy.async.shared::cta;\n"
                     "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];" ::"r"(
                         in_block(box, next)),
                     "r"(address_of(ours)), "r"(in_block(&full, next))
                     : "memory");
    wait(&full, 0);
    want(box[threadIdx.x] == last * 100 + threadIdx.x);
    want(words[threadIdx.x * 2] == last && words[threadIdx.x * 2 + 1] == threadIdx.x);
    c[blockIdx.x * 32 + threadIdx.x] = box[threadIdx.x];
    cluster.sync();
}

// run does_not_wait: grid=1 block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void does_not_wait(const float *a, float *c)
{
    __shared__ alignas(16) float tile[32];
    __shared__ unsigned long long full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        expect(&full, 128);
        load(tile, a, 128, &full);
    }
    __syncthreads();
    c[threadIdx.x] = tile[threadIdx.x]; // find uninitialised_shared buffer=tile; may race_read_after_write
}

// run expects_nothing: grid=1 block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void expects_nothing(const float *a, float *c)
{
    __shared__ alignas(16) float tile[32];
    __shared__ unsigned long long full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        load(tile, a, 128, &full);
        expect(&full, 0);
    }
    __syncthreads();
    wait(&full, 0);
    c[threadIdx.x] = tile[threadIdx.x]; // find uninitialised_shared buffer=tile; may race_read_after_write
}

// run past_the_buffer: grid=1 block=32 | a=f32[24]:iota c=f32[32]
extern "C" __global__ void past_the_buffer(const float *a, float *c)
{
    __shared__ alignas(16) float tile[32];
    __shared__ unsigned long long full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        expect(&full, 128);
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];" ::"r"(address_of(tile)), "l"(a), "r"(address_of(&full)) : "memory"); // find out_of_bounds buffer=a
    }
    __syncthreads();
    wait(&full, 0);
    c[threadIdx.x] = tile[threadIdx.x];
}

// run huge_size: grid=1 block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void huge_size(const float *a, float *c)
{
    __shared__ alignas(16) float tile[32];
    __shared__ unsigned long long full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 0xfffffff0, [%2];" ::"r"(address_of(tile)), "l"(a), "r"(address_of(&full)) : "memory"); // find out_of_bounds
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 0xfffffff0;\ncp.async.bulk.commit_group;" ::"l"(c), "r"(address_of(tile)) : "memory"); // find out_of_bounds; may uninitialised_shared; may race_read_after_write
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
    }
    __syncthreads();
    c[threadIdx.x] = 0;
}

// run odd_size: grid=1 block=32 ends=fault | a=f32[32]:iota c=f32[32]
extern "C" __global__ void odd_size(const float *a, float *c)
{
    __shared__ alignas(16) float tile[32];
    __shared__ unsigned long long full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 100, [%2];" ::"r"(address_of(tile)), "l"(a), "r"(address_of(&full)) : "memory"); // find misaligned
    }
    c[threadIdx.x] = 0;
}

// run overwrites_the_source: grid=1 block=32 | c=f32[64]
extern "C" __global__ void overwrites_the_source(float *c)
{
    __shared__ alignas(16) float tile[32];
    for (int k = 0; k < 2; k++) {
        tile[threadIdx.x] = k + 1;
        __syncthreads();
        if (threadIdx.x == 0)
            asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128;\ncp.async.bulk.commit_group;" ::"l"(c + k * 32), "r"(address_of(tile)) : "memory"); // find race_write_after_read
        __syncthreads();
    }
    if (threadIdx.x == 0)
        asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

// run leaves_too_early: grid=1 block=32 | c=f32[32]
extern "C" __global__ void leaves_too_early(float *c)
{
    __shared__ alignas(16) float tile[32];
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0)
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 128;\ncp.async.bulk.commit_group;" ::"l"(c), "r"(address_of(tile)) : "memory"); // find barrier_misuse
}

// run no_mbarrier: grid=1 block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void no_mbarrier(const float *a, float *c)
{
    __shared__ alignas(16) float tile[32];
    __shared__ unsigned long long full;
    if (threadIdx.x == 0) {
        full = 0;
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];" ::"r"(address_of(tile)), "l"(a), "r"(address_of(&full)) : "memory"); // find barrier_misuse
    }
    c[threadIdx.x] = 0;
}
