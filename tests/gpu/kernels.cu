// Kernels of the GPU tests. Each does one thing that the host can see in its output.
#include <cassert>
#include <cooperative_groups.h>
#include <cuda.h>

extern "C" __device__ int counter = 5;

extern "C" __global__ void write_index(float *out, int count, float scale)
{
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index < count)
        out[index] = scale * static_cast<float>(index);
}

extern "C" __global__ void add_one(int *values, int count)
{
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index < count)
        values[index] += 1;
}

extern "C" __global__ void nothing()
{
}

extern "C" __global__ void count_launch(int *out)
{
    out[0] = counter++;
}

// Reverses a block's numbers in all of its dynamic shared memory.
extern "C" __global__ void reverse_shared(int *out, int words)
{
    extern __shared__ int held[];
    for (int i = threadIdx.x; i < words; i += blockDim.x)
        held[i] = i;
    __syncthreads();
    for (int i = threadIdx.x; i < words; i += blockDim.x)
        out[i] = held[words - 1 - i];
}

extern "C" __global__ void cluster_rank(int *out)
{
    unsigned rank, size;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
    if (threadIdx.x == 0)
        out[blockIdx.x] = static_cast<int>(size * 100 + rank);
}

// Every block adds one. After the grid's barrier each block sees all of them.
extern "C" __global__ void cooperative_count(int *total, int *out)
{
    if (threadIdx.x == 0)
        atomicAdd(total, 1);
    cooperative_groups::this_grid().sync();
    if (threadIdx.x == 0)
        out[blockIdx.x] = *total;
}

// Loads the tile of 8 x 16 floats at (row, column) with the tensor copy engine.
extern "C" __global__ void copy_tile(const __grid_constant__ CUtensorMap map, float *out, int row, int column)
{
    __shared__ alignas(128) float tile[8 * 16];
    __shared__ alignas(8) unsigned long long barrier;
    unsigned tile_at = static_cast<unsigned>(__cvta_generic_to_shared(tile));
    unsigned barrier_at = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier_at));
        asm volatile("fence.proxy.async.shared::cta;");
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier_at), "r"(8 * 16 * 4));
        asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes "
                     "[%0], [%1, {%2, %3}], [%4];" ::"r"(tile_at),
                     "l"(&map), "r"(column), "r"(row), "r"(barrier_at)
                     : "memory");
    }
    __syncthreads();
    int done = 0;
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], 0; selp.s32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(barrier_at)
                     : "memory");
    for (int i = threadIdx.x; i < 8 * 16; i += blockDim.x)
        out[i] = tile[i];
}

// Waits and then writes, for tests of the order of streams.
extern "C" __global__ void slow_write(int *out, int value, int wait_ns)
{
    unsigned long long began, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(began));
    do
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    while (now - began < static_cast<unsigned long long>(wait_ns));
    *out = value;
}

extern "C" __global__ void read_int(int *out, const int *from)
{
    *out = *from;
}

extern "C" __global__ void illegal_store()
{
    *reinterpret_cast<volatile int *>(0x100) = 1;
}

extern "C" __global__ void misaligned_store(int *out)
{
    *reinterpret_cast<volatile int *>(reinterpret_cast<char *>(out) + 1) = 1;
}

extern "C" __global__ void trap()
{
    asm volatile("trap;");
}

extern "C" __global__ void fail_assertion(int one)
{
    assert(one == 0);
}

extern "C" __global__ void run_for_ever(volatile int *out)
{
    while (*out == 0)
        ;
}

// Adds up every rank's numbers through a table of their addresses.
extern "C" __global__ void sum_peers(int *out, int *const *from, int ranks, int count)
{
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = 0;
    for (int rank = 0; rank < ranks && index < count; rank++)
        sum += from[rank][index];
    if (index < count)
        out[index] = sum;
}

// Every rank writes its number at its own place into all others' memory.
extern "C" __global__ void tell_peers(int *const *to, int rank, int ranks, int value)
{
    if (static_cast<int>(threadIdx.x) < ranks)
        to[threadIdx.x][rank] = value;
}

// Counts in memory that kernels of several GPUs share.
extern "C" __global__ void count_together(int *total, int times)
{
    for (int i = 0; i < times; i++)
        atomicAdd_system(total, 1);
}

extern "C" __global__ void add_pairs(const float *mine, const float *theirs, float *out, int count)
{
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index < count)
        out[index] = mine[index] + theirs[index];
}
