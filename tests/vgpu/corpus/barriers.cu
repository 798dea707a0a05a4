// Barriers at the end of kernels, named barriers between some warps, and who waits for whom.

#define sync(barrier, threads) asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory")
#define arrive(barrier, threads) asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(threads) : "memory")

// run barrier_in_branch_at_the_end: block=32 | c=i32[32]
extern "C" __global__ void barrier_in_branch_at_the_end(int *c)
{
    c[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 16)
        __syncthreads(); // find exited_barrier thread=0,0,0 says=16_of_its_32
}

// run barrier_at_the_end: block=64 | c=i32[64]
extern "C" __global__ void barrier_at_the_end(int *c)
{
    c[threadIdx.x] = threadIdx.x;
    __syncthreads();
}

// run branch_before_barrier_at_the_end: block=64 | c=i32[64]
extern "C" __global__ void branch_before_barrier_at_the_end(int *c)
{
    if (threadIdx.x < 16)
        c[threadIdx.x] = threadIdx.x;
    __syncthreads();
}

// run some_leave_the_loop_early: block=64 | c=i32[64]:0
extern "C" __global__ void some_leave_the_loop_early(int *c)
{
    for (int k = 0; k < 4; k++) {
        if (threadIdx.x < 8 * k)
            return;
        c[threadIdx.x] += k;
        __syncthreads(); // find exited_barrier
    }
}

// run pipeline_of_two_warps: block=64 | a=f32[256]:iota c=f32[256]
extern "C" __global__ void pipeline_of_two_warps(const float *a, float *c)
{
    __shared__ float stage[2][32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int k = 0; k < 8; k++) {
            if (k >= 2)
                sync(3 + k % 2, 64); // until it is empty
            stage[k % 2][lane] = a[k * 32 + lane];
            arrive(1 + k % 2, 64); // it is full
        }
    } else {
        for (int k = 0; k < 8; k++) {
            sync(1 + k % 2, 64);
            c[k * 32 + lane] = stage[k % 2][31 - lane];
            if (k < 6)
                arrive(3 + k % 2, 64);
        }
    }
}

// run pipeline_does_not_wait_for_empty: block=64 | a=f32[256]:iota c=f32[256]
extern "C" __global__ void pipeline_does_not_wait_for_empty(const float *a, float *c)
{
    __shared__ float stage[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int k = 0; k < 4; k++) {
            stage[lane] = a[k * 32 + lane]; // may race_write_after_read buffer=stage
            sync(1 + k % 2, 64);
        }
    } else {
        for (int k = 0; k < 4; k++) {
            sync(1 + k % 2, 64);
            c[k * 32 + lane] = stage[31 - lane]; // find race_read_after_write buffer=stage
        }
    }
}

// run arrives_and_reads_on: block=64 | c=f32[64]
extern "C" __global__ void arrives_and_reads_on(float *c)
{
    __shared__ float left[32], right[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        left[lane] = lane;
        arrive(1, 64);
        float x = ((volatile float *)right)[31 - lane]; // find uninitialised_shared buffer=right
        c[lane] = x;
    } else {
        right[lane] = lane; // find race_write_after_read buffer=right
        sync(1, 64);
        c[32 + lane] = left[31 - lane];
    }
}

// run two_pairs_of_warps: block=128 | c=f32[128]
extern "C" __global__ void two_pairs_of_warps(float *c)
{
    __shared__ float tile[128];
    int i = threadIdx.x, pair = i / 64;
    for (int k = 0; k < 3; k++) {
        tile[i] = i + k;
        sync(1 + pair, 64);
        c[i] = tile[i ^ 63];
        sync(1 + pair, 64);
    }
}

// run pairs_read_each_others_tile: block=128 | c=f32[128]
extern "C" __global__ void pairs_read_each_others_tile(float *c)
{
    __shared__ float tile[128];
    int i = threadIdx.x, pair = i / 64;
    tile[i] = i;
    sync(1 + pair, 64);
    c[i] = tile[127 - i]; // find race_read_after_write buffer=tile; may uninitialised_shared buffer=tile
    sync(1 + pair, 64);
}

// run barrier_of_others_orders_nothing: block=96 | c=f32[96]
extern "C" __global__ void barrier_of_others_orders_nothing(float *c)
{
    __shared__ float tile[32];
    int i = threadIdx.x;
    if (i < 32)
        tile[i] = i;
    if (i >= 32)
        sync(1, 64); // the warp that writes takes no part
    if (i >= 64)
        c[i] = tile[i - 64]; // find race_read_after_write buffer=tile
}

// run order_is_passed_on: block=96 | c=f32[96]
extern "C" __global__ void order_is_passed_on(float *c)
{
    __shared__ float tile[32];
    int i = threadIdx.x;
    if (i < 32)
        tile[i] = i;
    if (i < 64)
        sync(1, 64); // the first two warps ..
    if (i >= 32)
        sync(2, 64); // .. and then the last two
    if (i >= 64)
        c[i] = tile[i - 64];
}

// run global_memory_by_named_barrier: block=64 | b=f32[32] c=f32[32]
extern "C" __global__ void global_memory_by_named_barrier(float *b, float *c)
{
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        b[lane] = lane;
        arrive(1, 64);
    } else {
        sync(1, 64);
        c[lane] = b[31 - lane];
    }
}

// run global_memory_by_barrier_of_others: block=96 | b=f32[32] c=f32[32]
extern "C" __global__ void global_memory_by_barrier_of_others(float *b, float *c)
{
    int i = threadIdx.x;
    if (i < 32)
        b[i] = i;
    if (i >= 32)
        sync(1, 64);
    if (i >= 64)
        c[i - 64] = b[95 - i]; // find race_read_after_write buffer=b
}

// run warps_wait_at_different_barriers: block=64 ends=deadlock | c=i32[64]
extern "C" __global__ void warps_wait_at_different_barriers(int *c)
{
    if (threadIdx.x < 32)
        sync(1, 64); // find deadlock thread=0,0,0 says=warp_1_waits_at_barrier_2
    else
        sync(2, 64); // find deadlock thread=32,0,0 says=warp_0_waits_at_barrier_1
    c[threadIdx.x] = 1;
}
