// How correct programs let threads meet in memory, and the same with one thing left out.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

// run block_waits_for_block: grid=2 block=64 | data=i32[64]:0 flag=i32[1]:0 c=i32[64]
extern "C" __global__ void block_waits_for_block(int *data, volatile int *flag, int *c)
{
    int i = threadIdx.x;
    if (blockIdx.x == 0) {
        data[i] = i;
        __threadfence();
        __syncthreads();
        if (i == 0)
            flag[0] = 1;
    } else {
        if (i == 0) {
            while (flag[0] == 0) {
            }
            __threadfence();
        }
        __syncthreads();
        c[i] = data[63 - i];
    }
}

// run fence_of_one_thread_only: grid=2 block=64 | data=i32[64]:0 flag=i32[1]:0 c=i32[64]
extern "C" __global__ void fence_of_one_thread_only(int *data, volatile int *flag, int *c)
{
    int i = threadIdx.x;
    if (blockIdx.x == 0) {
        data[i] = i;
        __syncthreads();
        if (i == 0) {
            __threadfence(); // takes along what the barrier ordered before it
            flag[0] = 1;
        }
    } else {
        if (i == 0)
            while (flag[0] == 0) {
            }
        __syncthreads();
        __threadfence();
        c[i] = data[63 - i];
    }
}

// run barrier_after_the_fence_is_missing: grid=2 block=64 | data=i32[64]:0 flag=i32[1]:0 c=i32[64]
extern "C" __global__ void barrier_after_the_fence_is_missing(int *data, volatile int *flag, int *c)
{
    int i = threadIdx.x;
    if (blockIdx.x == 0) {
        if (i == 0) {
            __threadfence();
            flag[0] = 1;
        }
        data[i] = i;
    } else {
        if (i == 0) {
            while (flag[0] == 0) {
            }
            __threadfence();
        }
        __syncthreads();
        c[i] = data[63 - i]; // find race_read_after_write block=1,0,0 buffer=data other=-8
    }
}

// run fence_of_the_block_alone: grid=2 block=1 | data=i32[1]:0 flag=i32[1]:0 c=i32[1]
extern "C" __global__ void fence_of_the_block_alone(int *data, volatile int *flag, int *c)
{
    if (blockIdx.x == 0) {
        data[0] = 42;
        __threadfence_block();
        flag[0] = 1;
    } else {
        while (flag[0] == 0) {
        }
        __threadfence_block();
        c[0] = data[0]; // find race_read_after_write block=1,0,0 buffer=data other=-7
    }
}

// run consumer_without_fence: grid=2 block=1 | data=i32[1]:0 flag=i32[1]:0 c=i32[1]
extern "C" __global__ void consumer_without_fence(int *data, volatile int *flag, int *c)
{
    if (blockIdx.x == 0) {
        data[0] = 42;
        __threadfence();
        flag[0] = 1;
    } else {
        while (flag[0] == 0) {
        }
        c[0] = data[0]; // find race_read_after_write block=1,0,0 buffer=data other=-6
    }
}

// run released_to_the_block_alone: grid=2 block=1 | data=i32[1]:0 flag=i32[1]:0 c=i32[1]
extern "C" __global__ void released_to_the_block_alone(int *data, int *flag, int *c)
{
    if (blockIdx.x == 0) {
        data[0] = 42;
        asm volatile("st.release.cta.global.s32 [%0], 1;" ::"l"(flag) : "memory"); // may race_write_write; may race_write_after_read
    } else {
        int seen = 0;
        while (seen == 0)
            asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory"); // may race_read_after_write
        c[0] = data[0]; // find race_read_after_write block=1,0,0 buffer=data other=-6
    }
}

// run warps_of_a_block_by_block_fence: block=64 | data=i32[1]:0 flag=i32[1]:0 c=i32[1]
extern "C" __global__ void warps_of_a_block_by_block_fence(int *data, volatile int *flag, int *c)
{
    if (threadIdx.x == 0) {
        data[0] = 42;
        __threadfence_block();
        flag[0] = 1;
    } else if (threadIdx.x == 32) {
        while (flag[0] == 0) {
        }
        __threadfence_block();
        c[0] = data[0];
    }
}

// run released_within_the_block: block=64 | data=i32[1]:0 flag=i32[1]:0 c=i32[1]
extern "C" __global__ void released_within_the_block(int *data, int *flag, int *c)
{
    if (threadIdx.x == 0) {
        data[0] = 42;
        asm volatile("st.release.cta.global.s32 [%0], 1;" ::"l"(flag) : "memory");
    } else if (threadIdx.x == 32) {
        int seen = 0;
        while (seen == 0)
            asm volatile("ld.acquire.cta.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
        c[0] = data[0];
    }
}

// run reduction_releases: grid=4 block=32 | data=i32[4]:0 arrived=i32[1]:0 c=i32[4]
extern "C" __global__ void reduction_releases(int *data, int *arrived, int *c)
{
    if (threadIdx.x != 0)
        return;
    data[blockIdx.x] = blockIdx.x;
    asm volatile("red.release.gpu.global.add.s32 [%0], 1;" ::"l"(arrived) : "memory");
    int seen = 0;
    while (seen < 4)
        asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(arrived) : "memory");
    c[blockIdx.x] = data[3 - blockIdx.x];
}

// run ticket_acquires_and_releases: grid=4 block=32 | data=i32[4]:0 ticket=i32[1]:0 c=i32[1]:0
extern "C" __global__ void ticket_acquires_and_releases(int *data, int *ticket, int *c)
{
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        data[blockIdx.x] = blockIdx.x;
        int before;
        asm volatile("atom.acq_rel.gpu.global.add.s32 %0, [%1], 1;" : "=r"(before) : "l"(ticket) : "memory");
        is_last = before == 3;
    }
    __syncthreads();
    if (is_last && threadIdx.x < 4)
        atomicAdd_block(c, data[threadIdx.x]);
}

// run ticket_of_relaxed_order: grid=4 block=32 | data=i32[4]:0 ticket=i32[1]:0 c=i32[4]
extern "C" __global__ void ticket_of_relaxed_order(int *data, int *ticket, int *c)
{
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        data[blockIdx.x] = blockIdx.x;
        is_last = atomicAdd(ticket, 1) == 3;
    }
    __syncthreads();
    if (is_last && threadIdx.x < 4)
        c[threadIdx.x] = data[threadIdx.x]; // find race_read_after_write block=3,0,0 buffer=data other=-5
}

// run last_block_by_increment: grid=4 block=64 | a=f32[256]:iota partial=f32[4] ticket=u32[1]:0 c=f32[1]
extern "C" __global__ void last_block_by_increment(const float *a, volatile float *partial, unsigned *ticket, float *c)
{
    __shared__ float tile[64];
    __shared__ bool is_last;
    tile[threadIdx.x] = a[blockIdx.x * 64 + threadIdx.x];
    for (int half = 32; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            tile[threadIdx.x] += tile[threadIdx.x + half];
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = tile[0];
        __threadfence();
        is_last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        float sum = 0;
        for (int i = 0; i < 4; i++)
            sum += partial[i]; // volatile on both sides: no fence needed behind the ticket to be defined
        c[0] = sum;
    }
}

// run looks_back_through_flags: grid=8 block=32 | a=f32[256]:iota flag=i32[8]:0 sum=f32[8] prefix=f32[8] c=f32[8]
extern "C" __global__ void looks_back_through_flags(const float *a, volatile int *flag, float *sum, float *prefix,
                                                    float *c)
{
    int b = blockIdx.x;
    float own = cg::reduce(cg::tiled_partition<32>(cg::this_thread_block()), a[b * 32 + threadIdx.x],
                           cg::plus<float>());
    if (threadIdx.x != 0)
        return;
    sum[b] = own;
    __threadfence();
    flag[b] = 1;
    float before = 0;
    for (int i = b - 1; i >= 0; i--) {
        int state;
        while ((state = flag[i]) == 0) {
        }
        __threadfence();
        before += state == 2 ? prefix[i] : sum[i];
        if (state == 2)
            break;
    }
    prefix[b] = before + own;
    __threadfence();
    flag[b] = 2;
    c[b] = before;
}

// run looks_back_through_packed_words: grid=8 block=32 | state=u64[8]:0 c=i32[8]
extern "C" __global__ void looks_back_through_packed_words(volatile unsigned long long *state, int *c)
{
    int b = blockIdx.x;
    if (threadIdx.x != 0)
        return;
    state[b] = 1ULL << 32 | (unsigned)(b + 1);
    int before = 0;
    for (int i = b - 1; i >= 0; i--) {
        unsigned long long seen;
        while ((seen = state[i]) == 0) {
        }
        before += (int)seen;
        if (seen >> 32 == 2)
            break;
    }
    state[b] = 2ULL << 32 | (unsigned)(before + b + 1);
    c[b] = before;
}

// run looks_back_before_the_prefix_is_out: grid=8 block=1 | flag=i32[8]:0 prefix=i32[8] c=i32[8]
extern "C" __global__ void looks_back_before_the_prefix_is_out(volatile int *flag, int *prefix, int *c)
{
    int b = blockIdx.x, before = 0;
    if (b > 0) {
        while (flag[b - 1] == 0) {
        }
        __threadfence();
        before = prefix[b - 1]; // find race_read_after_write buffer=prefix other=2
    }
    prefix[b] = before + b;
    flag[b] = 1;
    c[b] = before;
}

// run transposes_in_warp_tile: block=64 | a=i32[64]:iota c=i32[64]
extern "C" __global__ void transposes_in_warp_tile(const int *a, int *c)
{
    __shared__ int tile[2][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, x = a[threadIdx.x];
    for (int round = 0; round < 4; round++) {
        tile[warp][lane] = x;
        __syncwarp();
        x += tile[warp][(lane + 5) % 32];
        __syncwarp();
    }
    c[threadIdx.x] = x;
}

// run second_syncwarp_is_missing: block=64 | a=i32[64]:iota c=i32[64]
extern "C" __global__ void second_syncwarp_is_missing(const int *a, int *c)
{
    __shared__ int tile[2][32];
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, x = a[threadIdx.x];
    for (int round = 0; round < 4; round++) {
        tile[warp][lane] = x; // find race_write_after_read buffer=tile other=2
        __syncwarp();
        x += tile[warp][(lane + 5) % 32];
    }
    c[threadIdx.x] = x;
}

// run volatile_tree_of_one_warp: block=32 | a=f32[64]:iota c=f32[1]
extern "C" __global__ void volatile_tree_of_one_warp(const float *a, float *c)
{
    __shared__ volatile float tile[64];
    int i = threadIdx.x;
    tile[i] = a[i];
    tile[i + 32] = a[i + 32];
    for (int half = 32; half > 0; half /= 2) // lanes need not run in step
        tile[i] += tile[i + half]; // find race_read_after_write buffer=tile; may race_write_after_read buffer=tile
    if (i == 0)
        c[0] = tile[0];
}

// run counts_then_reads_after_grid_sync: grid=4 block=32 cooperative | count=i32[4]:0 c=i32[128]
extern "C" __global__ void counts_then_reads_after_grid_sync(int *count, int *c)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    for (int round = 0; round < 3; round++) {
        atomicAdd(&count[i % 4], 1);
        cg::this_grid().sync();
        c[i] = count[(i + 1) % 4];
        cg::this_grid().sync();
        if (i < 4)
            count[i] = 0;
        cg::this_grid().sync();
    }
}

// run counts_again_without_grid_sync: grid=4 block=32 cooperative | count=i32[4]:0 c=i32[128]
extern "C" __global__ void counts_again_without_grid_sync(int *count, int *c)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    for (int round = 0; round < 3; round++) {
        atomicAdd(&count[i % 4], 1); // find race_atomic buffer=count
        cg::this_grid().sync();
        c[i] = count[(i + 1) % 4]; // may race_atomic buffer=count
    }
}

// run ping_pong_over_the_grid: grid=4 block=32 cooperative | a=f32[128]:iota b=f32[128]
extern "C" __global__ void ping_pong_over_the_grid(float *a, float *b)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    for (int round = 0; round < 6; round++) {
        float *from = round % 2 ? b : a, *to = round % 2 ? a : b;
        to[i] = from[(i + 127) % 128] + from[(i + 1) % 128];
        cg::this_grid().sync();
    }
}

// run ping_pong_syncs_every_other_round: grid=4 block=32 cooperative | a=f32[128]:iota b=f32[128]:0
extern "C" __global__ void ping_pong_syncs_every_other_round(float *a, float *b)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    for (int round = 0; round < 6; round++) {
        float *from = round % 2 ? b : a, *to = round % 2 ? a : b;
        to[i] = from[(i + 127) % 128] + from[(i + 1) % 128]; // find race_read_after_write; may race_write_after_read
        if (round % 2)
            cg::this_grid().sync();
        else
            __syncthreads();
    }
}

// run tiles_exchange_in_shared: block=64 | a=i32[64]:iota c=i32[64]
extern "C" __global__ void tiles_exchange_in_shared(const int *a, int *c)
{
    __shared__ int tile[64];
    auto sixteen = cg::tiled_partition<16>(cg::this_thread_block());
    int first = threadIdx.x / 16 * 16, rank = sixteen.thread_rank();
    tile[threadIdx.x] = a[threadIdx.x];
    sixteen.sync();
    c[threadIdx.x] = tile[first + 15 - rank] + cg::reduce(sixteen, rank, cg::plus<int>());
}

// run tile_reads_its_neighbour: block=64 | a=i32[64]:iota c=i32[64]
extern "C" __global__ void tile_reads_its_neighbour(const int *a, int *c)
{
    __shared__ int tile[64];
    auto sixteen = cg::tiled_partition<16>(cg::this_thread_block());
    tile[threadIdx.x] = 0;
    __syncthreads();
    tile[threadIdx.x] = a[threadIdx.x]; // find race_write_after_read buffer=tile other=2
    sixteen.sync();
    c[threadIdx.x] = tile[(threadIdx.x + 16) % 64]; // find race_read_after_write buffer=tile other=-2
}

// run labelled_groups_add_once: block=64 | a=i32[64]:iota count=i32[4]:0
extern "C" __global__ void labelled_groups_add_once(const int *a, int *count)
{
    int bin = a[threadIdx.x] % 4;
    auto group = cg::labeled_partition(cg::tiled_partition<32>(cg::this_thread_block()), bin);
    int sum = cg::reduce(group, 1, cg::plus<int>());
    if (group.thread_rank() == 0)
        atomicAdd(&count[bin], sum);
}

// run labelled_groups_store_the_sum: grid=2 block=32 | a=i32[64]:iota count=i32[4]:0
extern "C" __global__ void labelled_groups_store_the_sum(const int *a, int *count)
{
    int bin = a[blockIdx.x * 32 + threadIdx.x] % 4;
    auto group = cg::labeled_partition(cg::tiled_partition<32>(cg::this_thread_block()), bin);
    int sum = cg::reduce(group, 1, cg::plus<int>());
    if (group.thread_rank() == 0)
        count[bin] += sum; // find race_read_after_write block=1,0,0 buffer=count; may race_write_after_read; may race_write_write
}

// run warp_takes_places_together: grid=2 block=64 | a=i32[128]:iota used=i32[1]:0 c=i32[128]:0
extern "C" __global__ void warp_takes_places_together(const int *a, int *used, int *c)
{
    int x = a[blockIdx.x * 64 + threadIdx.x];
    if (x % 3 == 0) {
        unsigned mask = __activemask();
        int leader = __ffs(mask) - 1, lane = threadIdx.x % 32, first = 0;
        if (lane == leader)
            first = atomicAdd(used, __popc(mask));
        first = __shfl_sync(mask, first, leader);
        c[first + __popc(mask & ((1u << lane) - 1))] = x;
    }
}

// run copies_ahead_in_two_stages: block=32 | a=i32[256]:iota c=i32[256]
extern "C" __global__ void copies_ahead_in_two_stages(const int *a, int *c)
{
    __shared__ int stage[2][32];
    int i = threadIdx.x;
    __pipeline_memcpy_async(&stage[0][i], &a[i], 4);
    __pipeline_commit();
    for (int tile = 0; tile < 8; tile++) {
        if (tile + 1 < 8)
            __pipeline_memcpy_async(&stage[(tile + 1) % 2][i], &a[(tile + 1) * 32 + i], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        c[tile * 32 + i] = stage[tile % 2][31 - i];
        __syncthreads();
    }
}

// run copies_ahead_into_the_stage_in_use: block=64 | a=i32[512]:iota c=i32[512]
extern "C" __global__ void copies_ahead_into_the_stage_in_use(const int *a, int *c)
{
    __shared__ int stage[2][64];
    int i = threadIdx.x;
    __pipeline_memcpy_async(&stage[0][i], &a[i], 4);
    __pipeline_commit();
    for (int tile = 0; tile < 8; tile++) {
        if (tile + 1 < 8)
            __pipeline_memcpy_async(&stage[(tile + 1) % 2][i], &a[(tile + 1) * 64 + i], 4); // may race_write_after_read
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        c[tile * 64 + i] = stage[tile % 2][63 - i]; // find race_read_after_write buffer=stage
    }
}

// run double_buffer_off_by_one: block=64 | a=i32[512]:iota c=i32[512]
extern "C" __global__ void double_buffer_off_by_one(const int *a, int *c)
{
    __shared__ int stage[2][64];
    int i = threadIdx.x;
    stage[0][i] = stage[1][i] = a[i];
    for (int tile = 0; tile < 7; tile++) {
        __syncthreads();
        stage[(tile + 1) % 2][i] = a[(tile + 1) * 64 + i]; // find race_write_after_read buffer=stage other=1
        c[tile * 64 + i] = stage[(tile + 1) % 2][63 - i]; // find race_read_after_write buffer=stage other=-1
    }
}

// run counts_per_block: grid=2 block=64 | count=i32[2]:0 c=i32[128]
extern "C" __global__ void counts_per_block(int *count, int *c)
{
    atomicAdd_block(&count[blockIdx.x], 1);
    __syncthreads();
    c[blockIdx.x * 64 + threadIdx.x] = count[blockIdx.x];
}

// run block_atomics_of_two_blocks: grid=2 block=64 | count=i32[1]:0
extern "C" __global__ void block_atomics_of_two_blocks(int *count)
{
    atomicAdd_block(count, 1); // find race_atomic block=1,0,0 buffer=count
}

// run reverses_by_swapping: block=32 | c=i32[64]:iota
extern "C" __global__ void reverses_by_swapping(int *c)
{
    int i = threadIdx.x, left = c[i], right = c[63 - i];
    c[i] = right;
    c[63 - i] = left;
}

// run reverses_with_every_thread: block=64 | c=i32[64]:iota
extern "C" __global__ void reverses_with_every_thread(int *c)
{
    int i = threadIdx.x, x = c[63 - i]; // may race_read_after_write buffer=c
    c[i] = x; // find race_write_after_read buffer=c; may race_write_write
}

// run merges_histograms: grid=4 block=64 | a=i32[256]:iota count=i32[16]:0
extern "C" __global__ void merges_histograms(const int *a, int *count)
{
    __shared__ int own[16];
    if (threadIdx.x < 16)
        own[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&own[a[blockIdx.x * 64 + threadIdx.x] % 16], 1);
    __syncthreads();
    if (threadIdx.x < 16)
        atomicAdd(&count[threadIdx.x], own[threadIdx.x]);
}

// run merges_histograms_too_early: grid=4 block=64 | a=i32[256]:iota count=i32[16]:0
extern "C" __global__ void merges_histograms_too_early(const int *a, int *count)
{
    __shared__ int own[16];
    if (threadIdx.x < 16)
        own[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&own[a[blockIdx.x * 64 + threadIdx.x] % 16], 1); // may race_atomic buffer=own
    if (threadIdx.x < 16)
        atomicAdd(&count[threadIdx.x], own[threadIdx.x]); // find race_atomic buffer=own
}

// run locks_of_their_own: block=96 | c=i32[1]
extern "C" __global__ void locks_of_their_own(int *c)
{
    __shared__ int lock[3], sum;
    if (threadIdx.x == 0)
        lock[0] = lock[1] = lock[2] = sum = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&lock[threadIdx.x / 32], 0, 1) != 0) {
        }
        __threadfence_block();
        sum += threadIdx.x; // find race_read_after_write buffer=sum; may race_write_after_read; may race_write_write
        __threadfence_block();
        atomicExch(&lock[threadIdx.x / 32], 0);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        c[0] = sum;
}
