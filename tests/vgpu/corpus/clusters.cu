// Blocks of a cluster, which reach each other's shared memory.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// run neighbours: grid=8 block=64 | c=f32[512]
extern "C" __global__ void __cluster_dims__(4) neighbours(float *c)
{
    __shared__ float mine[64];
    cg::cluster_group cluster = cg::this_cluster();
    unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
    mine[threadIdx.x] = blockIdx.x + threadIdx.x;
    cluster.sync();
    c[blockIdx.x * 64 + threadIdx.x] = cluster.map_shared_rank(mine, next)[threadIdx.x];
    cluster.sync();
}

// run planes: grid=4,4 block=32 | c=u32[16]
extern "C" __global__ void __cluster_dims__(2, 2) planes(unsigned *c)
{
    __shared__ unsigned sum;
    cg::cluster_group cluster = cg::this_cluster();
    dim3 at = cluster.block_index(), extent = cluster.dim_blocks();
    if (threadIdx.x == 0)
        sum = 0;
    cluster.sync();
    if (threadIdx.x == 0)
        atomicAdd(cluster.map_shared_rank(&sum, 0), at.x + extent.x * at.y);
    cluster.sync();
    if (cluster.block_rank() == 0 && threadIdx.x == 0)
        c[blockIdx.y * 4 + blockIdx.x] = sum;
    else if (threadIdx.x == 0)
        c[blockIdx.y * 4 + blockIdx.x] = 0;
}

// run arrive_early: grid=2 block=64 | c=f32[128]
extern "C" __global__ void __cluster_dims__(2) arrive_early(float *c)
{
    __shared__ float mine[64];
    cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = threadIdx.x;
    cluster.barrier_arrive();
    float own = threadIdx.x * 2;
    cluster.barrier_wait();
    c[blockIdx.x * 64 + threadIdx.x] = own + *cluster.map_shared_rank(&mine[threadIdx.x], 1 - cluster.block_rank());
    cluster.sync();
}

// run through_global: grid=2 block=32 | c=f32[64] d=f32[64]
extern "C" __global__ void __cluster_dims__(2) through_global(float *c, float *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    c[i] = i;
    cg::this_cluster().sync();
    d[i] = c[63 - i];
}

// run rank_of_a_branch: grid=4 block=32 | c=u32[128] n=64
extern "C" __global__ void __cluster_dims__(4) rank_of_a_branch(unsigned *c, unsigned n)
{
    __shared__ unsigned words[32];
    unsigned rank, to;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    if (threadIdx.x < n)
        to = (rank + 1) % 4;
    cg::this_cluster().sync();
    asm volatile("{ .reg .u32 at; mapa.shared::cluster.u32 at, %0, %1; st.shared::cluster.u32 [at], %2; }" ::"r"(
                     (unsigned)__cvta_generic_to_shared(words + threadIdx.x)),
                 "r"(to), "r"(rank)
                 : "memory");
    cg::this_cluster().sync();
    c[blockIdx.x * 32 + threadIdx.x] = words[threadIdx.x];
}

// run block_barrier_only: grid=2 block=32 | c=f32[64]
extern "C" __global__ void __cluster_dims__(2) block_barrier_only(float *c)
{
    __shared__ float mine[32];
    cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    mine[threadIdx.x] = threadIdx.x; // may race_write_after_read buffer=mine
    __syncthreads();
    float *theirs = cluster.map_shared_rank(mine, 1 - cluster.block_rank());
    c[blockIdx.x * 32 + threadIdx.x] = theirs[threadIdx.x]; // find race_read_after_write buffer=mine other=-3; may uninitialised_shared buffer=mine
    cluster.sync();
}

// run overwrites_neighbour: grid=2 block=32 | c=f32[64]
extern "C" __global__ void __cluster_dims__(2) overwrites_neighbour(float *c)
{
    __shared__ float mine[32];
    cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = threadIdx.x;
    cluster.sync();
    c[blockIdx.x * 32 + threadIdx.x] = mine[threadIdx.x]; // may race_read_after_write buffer=mine
    cluster.map_shared_rank(mine, 1 - cluster.block_rank())[threadIdx.x] = 0; // find race_write_after_read buffer=mine
    cluster.sync();
}

// run two_write_one: grid=4 block=32 | c=f32[4]
extern "C" __global__ void __cluster_dims__(4) two_write_one(float *c)
{
    __shared__ float first;
    cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    if (threadIdx.x == 0 && cluster.block_rank() > 0)
        *cluster.map_shared_rank(&first, 0) = blockIdx.x; // find race_write_write buffer=first other=0
    cluster.sync();
    if (threadIdx.x == 0)
        c[blockIdx.x] = *cluster.map_shared_rank(&first, 0);
    cluster.sync();
}

// run ends_too_early: grid=2 block=32 | c=f32[64]
extern "C" __global__ void __cluster_dims__(2) ends_too_early(float *c)
{
    __shared__ float mine[32];
    cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = threadIdx.x;
    cluster.sync();
    float *theirs = cluster.map_shared_rank(mine, 1 - cluster.block_rank());
    c[blockIdx.x * 32 + threadIdx.x] = theirs[threadIdx.x]; // find absent_block buffer=mine
}

// run no_first_barrier: grid=2 block=32 | c=f32[64]
extern "C" __global__ void __cluster_dims__(2) no_first_barrier(float *c)
{
    __shared__ float mine[32];
    cg::cluster_group cluster = cg::this_cluster();
    cluster.map_shared_rank(mine, 1 - cluster.block_rank())[threadIdx.x] = 1; // find absent_block buffer=mine
    cluster.sync();
    c[blockIdx.x * 32 + threadIdx.x] = mine[threadIdx.x]; // may uninitialised_shared buffer=mine
}

// run past_the_end: grid=2 block=32 | c=f32[64]
extern "C" __global__ void __cluster_dims__(2) past_the_end(float *c)
{
    __shared__ float mine[32];
    cg::cluster_group cluster = cg::this_cluster();
    mine[threadIdx.x] = 1;
    cluster.sync();
    float *theirs = cluster.map_shared_rank(mine, 1 - cluster.block_rank());
    c[blockIdx.x * 32 + threadIdx.x] = theirs[threadIdx.x + 1]; // find out_of_bounds buffer=mine
    cluster.sync();
}

// run unwritten: grid=2 block=32 | c=f32[64]
extern "C" __global__ void __cluster_dims__(2) unwritten(float *c)
{
    __shared__ float mine[32];
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x < 16)
        mine[threadIdx.x] = 1;
    cluster.sync();
    float *theirs = cluster.map_shared_rank(mine, 1 - cluster.block_rank());
    c[blockIdx.x * 32 + threadIdx.x] = theirs[threadIdx.x]; // find uninitialised_shared buffer=mine
    cluster.sync();
}

// run one_block_stays_away: grid=2 block=32 ends=deadlock | c=f32[64]
extern "C" __global__ void __cluster_dims__(2) one_block_stays_away(float *c)
{
    cg::cluster_group cluster = cg::this_cluster();
    c[blockIdx.x * 32 + threadIdx.x] = 1;
    if (cluster.block_rank() == 0)
        asm volatile("barrier.cluster.arrive;\nbarrier.cluster.wait;"); // find deadlock says=32_never_come
    else
        asm volatile("bar.sync 1, 64;"); // find deadlock
}

// run waits_without_arriving: grid=2 block=32 ends=fault | c=f32[64]
extern "C" __global__ void __cluster_dims__(2) waits_without_arriving(float *c)
{
    c[blockIdx.x * 32 + threadIdx.x] = 1;
    asm volatile("barrier.cluster.wait;"); // find barrier_misuse
}
