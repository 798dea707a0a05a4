// Threads and blocks that meet in global memory.
#include <cooperative_groups.h>

// run blocks_write_one_word: grid=4 block=32 | c=i32[1]
extern "C" __global__ void blocks_write_one_word(int *c)
{
    if (threadIdx.x == 0)
        c[0] = blockIdx.x; // find race_write_write block=1,0,0 buffer=c other=0
}

// run blocks_write_own_words: grid=4 block=32 | c=i32[4]
extern "C" __global__ void blocks_write_own_words(int *c)
{
    if (threadIdx.x == 0)
        c[blockIdx.x] = blockIdx.x;
}

// run blocks_write_the_same: grid=4 block=32 | found=i32[1]:0
extern "C" __global__ void blocks_write_the_same(int *found)
{
    if (threadIdx.x == 3)
        found[0] = 1; // find race_same_value buffer=found
}

// run blocks_count_without_atomic: grid=4 block=1 | c=i32[1]:0
extern "C" __global__ void blocks_count_without_atomic(int *c)
{
    c[0] = c[0] + 1; // find race_read_after_write block=1,0,0 buffer=c; may race_write_after_read; may race_write_write
}

// run blocks_count_with_atomic: grid=4 block=1 | c=i32[1]:0
extern "C" __global__ void blocks_count_with_atomic(int *c)
{
    atomicAdd(c, 1);
}

// run reads_neighbour_block: grid=4 block=32 | c=f32[128] d=f32[128]
extern "C" __global__ void reads_neighbour_block(float *c, float *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    c[i] = i;
    __syncthreads();
    if (blockIdx.x > 0)
        d[i] = c[i - 32]; // find race_read_after_write block=1,0,0 buffer=c other=-3
}

// run reads_own_block: grid=4 block=32 | c=f32[128] d=f32[128]
extern "C" __global__ void reads_own_block(float *c, float *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    c[i] = i;
    __syncthreads();
    d[i] = c[i ^ 31];
}

// run shifts_in_place: grid=1 block=64 | c=f32[65]:iota
extern "C" __global__ void shifts_in_place(float *c)
{
    int i = threadIdx.x;
    float next = c[i + 1]; // may race_read_after_write buffer=c
    c[i] = next;           // find race_write_after_read buffer=c
}

// run shifts_with_barrier: grid=1 block=64 | c=f32[65]:iota
extern "C" __global__ void shifts_with_barrier(float *c)
{
    int i = threadIdx.x;
    float next = c[i + 1];
    __syncthreads();
    c[i] = next;
}

// run shifts_in_place_over_blocks: grid=2 block=32 | c=f32[65]:iota
extern "C" __global__ void shifts_in_place_over_blocks(float *c)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    float next = c[i + 1];
    __syncthreads();
    c[i] = next; // find race_write_after_read block=1,0,0 thread=0,0,0 buffer=c other=-2
}

// run doubles_in_place: grid=2 block=32 | c=f32[64]:iota
extern "C" __global__ void doubles_in_place(float *c)
{
    c[blockIdx.x * 32 + threadIdx.x] *= 2.0f;
}

// run plain_store_beside_atomics: grid=4 block=32 | c=i32[1]:0
extern "C" __global__ void plain_store_beside_atomics(int *c)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        c[0] = 0;
    atomicAdd(c, 1); // find race_atomic buffer=c
}

// run plain_load_beside_atomics: grid=4 block=32 | c=i32[1]:0 d=i32[128]
extern "C" __global__ void plain_load_beside_atomics(int *c, int *d)
{
    atomicAdd(c, 1); // may race_atomic buffer=c
    d[blockIdx.x * 32 + threadIdx.x] = c[0]; // find race_atomic buffer=c
}

// run atomic_float_sums: grid=4 block=32 | c=f32[1]:0
extern "C" __global__ void atomic_float_sums(float *c)
{
    atomicAdd(c, 1.0f);
}

// run flag_without_fence: grid=2 block=1 | data=i32[1]:0 flag=i32[1]:0 c=i32[1]:0
extern "C" __global__ void flag_without_fence(int *data, volatile int *flag, int *c)
{
    if (blockIdx.x == 0) {
        data[0] = 42;
        flag[0] = 1;
    } else {
        while (flag[0] == 0) {
        }
        c[0] = data[0]; // find race_read_after_write block=1,0,0 buffer=data other=-5
    }
}

// run flag_with_fences: grid=2 block=1 | data=i32[1]:0 flag=i32[1]:0 c=i32[1]:0
extern "C" __global__ void flag_with_fences(int *data, volatile int *flag, int *c)
{
    if (blockIdx.x == 0) {
        data[0] = 42;
        __threadfence();
        flag[0] = 1;
    } else {
        while (flag[0] == 0) {
        }
        __threadfence();
        c[0] = data[0];
    }
}

// run flag_with_atomics_and_fences: grid=2 block=1 | data=i32[1]:0 flag=i32[1]:0 c=i32[1]:0
extern "C" __global__ void flag_with_atomics_and_fences(int *data, int *flag, int *c)
{
    if (blockIdx.x == 0) {
        data[0] = 42;
        __threadfence();
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0) {
        }
        __threadfence();
        c[0] = data[0];
    }
}

// run release_and_acquire: grid=2 block=1 | data=i32[1]:0 flag=i32[1]:0 c=i32[1]:0
extern "C" __global__ void release_and_acquire(int *data, int *flag, int *c)
{
    if (blockIdx.x == 0) {
        data[0] = 42;
        asm volatile("st.release.gpu.global.s32 [%0], 1;" ::"l"(flag) : "memory");
    } else {
        int seen = 0;
        while (seen == 0)
            asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
        c[0] = data[0];
    }
}

// run relaxed_flag: grid=2 block=1 | data=i32[1]:0 flag=i32[1]:0 c=i32[1]:0
extern "C" __global__ void relaxed_flag(int *data, int *flag, int *c)
{
    if (blockIdx.x == 0) {
        data[0] = 42;
        asm volatile("st.relaxed.gpu.global.s32 [%0], 1;" ::"l"(flag) : "memory");
    } else {
        int seen = 0;
        while (seen == 0)
            asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
        c[0] = data[0]; // find race_read_after_write block=1,0,0 buffer=data other=-6
    }
}

__device__ unsigned ticket;

// run last_block_reduces: grid=4 block=32 | a=f32[128]:iota partial=f32[4] c=f32[1]
extern "C" __global__ void last_block_reduces(const float *a, float *partial, float *c)
{
    __shared__ bool is_last;
    float x = a[blockIdx.x * 32 + threadIdx.x];
    for (int step = 16; step > 0; step /= 2)
        x += __shfl_down_sync(~0u, x, step);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = x;
        __threadfence();
        is_last = atomicAdd(&ticket, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        __threadfence();
        float sum = 0;
        for (int i = 0; i < 4; i++)
            sum += ((volatile float *)partial)[i];
        c[0] = sum;
    }
}

// run last_block_without_fence: grid=4 block=32 | a=f32[128]:iota partial=f32[4] c=f32[1]
extern "C" __global__ void last_block_without_fence(const float *a, float *partial, float *c)
{
    __shared__ bool is_last;
    float x = a[blockIdx.x * 32 + threadIdx.x];
    for (int step = 16; step > 0; step /= 2)
        x += __shfl_down_sync(~0u, x, step);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = x;
        is_last = atomicAdd(&ticket, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        float sum = 0;
        for (int i = 0; i < 4; i++)
            sum += partial[i]; // find race_read_after_write block=3,0,0 buffer=partial
        c[0] = sum;
    }
}

// run grid_sync_orders: grid=4 block=32 cooperative | c=f32[128] d=f32[128]
extern "C" __global__ void grid_sync_orders(float *c, float *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    c[i] = i;
    cooperative_groups::this_grid().sync();
    d[i] = c[127 - i];
}

// run grid_sync_forgotten: grid=4 block=32 cooperative | c=f32[128]:0 d=f32[128]
extern "C" __global__ void grid_sync_forgotten(float *c, float *d)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    c[i] = i; // may race_write_after_read buffer=c
    __syncthreads();
    d[i] = c[127 - i]; // find race_read_after_write buffer=c
}

// run block_sync_is_no_grid_sync: grid=2 block=32 | c=f32[64]:0
extern "C" __global__ void block_sync_is_no_grid_sync(float *c)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    float x = c[63 - i]; // may race_read_after_write buffer=c
    __syncthreads();
    c[i] = x + 1; // find race_write_after_read block=1,0,0 buffer=c
}

__device__ int lock_word;

// run lock_guards_counter: grid=4 block=1 | c=i32[1]:0
extern "C" __global__ void lock_guards_counter(int *c)
{
    while (atomicCAS(&lock_word, 0, 1) != 0) {
    }
    __threadfence();
    c[0] += 1;
    __threadfence();
    atomicExch(&lock_word, 0);
}

// run reads_through_nc_what_it_writes: block=64 | c=f32[64]:iota
extern "C" __global__ void reads_through_nc_what_it_writes(float *c)
{
    int i = threadIdx.x;
    float next = __ldg(&c[(i + 1) % 64]); // may noncoherent_load buffer=c
    __syncthreads();
    c[i] = next; // may noncoherent_load buffer=c
}

// run writes_then_reads_through_nc: block=64 | c=f32[64] d=f32[64]
extern "C" __global__ void writes_then_reads_through_nc(float *c, float *d)
{
    int i = threadIdx.x;
    c[i] = i;
    __syncthreads();
    d[i] = __ldg(&c[63 - i]); // find noncoherent_load buffer=c other=-2
}

// run reads_inputs_through_nc: block=64 | c=f32[64]:iota d=f32[64]
extern "C" __global__ void reads_inputs_through_nc(const float *c, float *d)
{
    d[threadIdx.x] = __ldg(&c[63 - threadIdx.x]);
}

// run waits_without_cooperation: grid=2 block=32 ends=fault | x=i32[64]:1 c=i32[64]
extern "C" __global__ void waits_without_cooperation(const int *x, int *c)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    c[i] = x[63 - i];
    cooperative_groups::this_grid().sync(); // find trap says=grid.sync()_needs_a_cooperative_launch
}

// run traps_by_itself: grid=2 block=32 ends=fault | x=i32[64]:1 c=i32[64]
extern "C" __global__ void traps_by_itself(const int *x, int *c)
{
    if (x[threadIdx.x] == 1)
        __trap(); // find trap says=trap_was_executed
    cooperative_groups::this_grid().sync();
    c[threadIdx.x] = 1;
}
