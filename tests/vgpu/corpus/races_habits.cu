// Habits of public code in which threads meet: libraries' barriers, guesses before a compare-and-swap, semaphores,
// work counters, pipelines. Each is right, and wrong with one thing left out.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

namespace cg = cooperative_groups;

// run tile_of_two_warps: block=128 | a=i32[128]:iota c=i32[128]
extern "C" __global__ void tile_of_two_warps(const int *a, int *c)
{
    __shared__ cg::block_tile_memory<128> memory;
    __shared__ int shared[128];
    auto tile = cg::tiled_partition<64>(cg::this_thread_block(memory));
    int i = threadIdx.x, x = 0;
    for (int round = 0; round < 3; round++) {
        shared[i] = a[i] + round;
        tile.sync();
        x += shared[i / 64 * 64 + (i + 33) % 64];
        tile.sync();
    }
    c[i] = x;
}

// run tile_of_two_warps_reads_the_other_tile: block=128 | a=i32[128]:iota c=i32[128]
extern "C" __global__ void tile_of_two_warps_reads_the_other_tile(const int *a, int *c)
{
    __shared__ cg::block_tile_memory<128> memory;
    __shared__ int shared[128];
    auto tile = cg::tiled_partition<64>(cg::this_thread_block(memory));
    int i = threadIdx.x;
    shared[i] = a[i]; // find race_write_after_read buffer=shared
    tile.sync();
    c[i] = shared[127 - i]; // find uninitialised_shared buffer=shared; may race_read_after_write buffer=shared
}

// run adds_doubles_by_compare_and_swap: grid=2 block=64 | sum=u64[1]:0
extern "C" __global__ void adds_doubles_by_compare_and_swap(unsigned long long *sum)
{
    unsigned long long old = *sum, assumed; // a guess, as CUDA's guide has it
    do {
        assumed = old;
        old = atomicCAS(sum, assumed, __double_as_longlong(1.0 + __longlong_as_double(assumed)));
    } while (assumed != old);
}

// run adds_doubles_after_a_guess: grid=2 block=64 | sum=u64[1]:0
extern "C" __global__ void adds_doubles_after_a_guess(unsigned long long *sum)
{
    unsigned long long old = *sum; // may race_read_after_write buffer=sum
    *sum = __double_as_longlong(1.0 + __longlong_as_double(old)); // find race_write_write buffer=sum; may race_write_after_read; may race_same_value
}

// run shared_maximum_by_compare_and_swap: block=64 | a=f32[64]:iota c=f32[1]
extern "C" __global__ void shared_maximum_by_compare_and_swap(const float *a, float *c)
{
    __shared__ int most;
    if (threadIdx.x == 0)
        most = 0;
    __syncthreads();
    int *at = &most, old = *at, assumed;
    do {
        assumed = old;
        if (__int_as_float(assumed) >= a[threadIdx.x])
            break;
        old = atomicCAS(at, assumed, __float_as_int(a[threadIdx.x]));
    } while (assumed != old);
    __syncthreads();
    if (threadIdx.x == 0)
        c[0] = __int_as_float(most);
}

__device__ float add_float(float *address, float value)
{
    int *at = (int *)address, old = *at, assumed;
    do {
        assumed = old;
        old = atomicCAS(at, assumed, __float_as_int(value + __int_as_float(assumed)));
    } while (assumed != old);
    return __int_as_float(old);
}

// run adds_floats_by_a_function: grid=2 block=64 | sums=f32[4]:0
extern "C" __global__ void adds_floats_by_a_function(float *sums)
{
    add_float(&sums[threadIdx.x % 4], 1);
    add_float(sums + 1, 1);
}

// run doubles_elements_by_compare_and_swap: grid=2 block=64 | counts=i32[8]:1
extern "C" __global__ void doubles_elements_by_compare_and_swap(int *counts)
{
    for (int i = 0; i < 2; i++) {
        int old = counts[threadIdx.x % 4 + 4 * i], assumed;
        do {
            assumed = old;
            old = atomicCAS(&counts[threadIdx.x % 4 + 4 * i], assumed, assumed % 1000 * 2);
        } while (assumed != old);
    }
}

// run guesses_by_the_neighbours_sum: grid=2 block=64 | sums=i32[65]:0
extern "C" __global__ void guesses_by_the_neighbours_sum(int *sums)
{
    int old = sums[threadIdx.x + 1], assumed; // find race_atomic buffer=sums
    do {
        assumed = old;
        old = atomicCAS(&sums[threadIdx.x], assumed, assumed + 1); // may race_atomic buffer=sums
    } while (assumed != old);
}

// run takes_slot_after_a_look: grid=2 block=64 | slots=i32[4]:0 c=i32[4]:0
extern "C" __global__ void takes_slot_after_a_look(int *slots, int *c)
{
    int *slot = &slots[threadIdx.x % 4];
    if (*slot == 0) // find race_atomic buffer=slots
        if (atomicCAS(slot, 0, threadIdx.x + 1) == 0) // may race_atomic buffer=slots
            c[threadIdx.x % 4] = 1;
}

// run carries_a_guess_around: grid=2 block=64 | a=i32[4]:1 sums=i32[4]:0
extern "C" __global__ void carries_a_guess_around(const int *a, int *sums)
{
    int *sum = &sums[threadIdx.x % 4], local[2];
    local[0] = *sum;
    for (int k = 0; k < a[threadIdx.x % 4]; k++)
        local[1] = local[0];
    for (int old;; local[1] = old) {
        old = atomicCAS(sum, local[1], local[1] + 1);
        if (old == local[1])
            break;
    }
}

__device__ int wait_for_turn(int *turn, int mine)
{
    int state = -1;
    while (__syncthreads_and(state != mine))
        if (threadIdx.x == 0)
            asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(state) : "l"(turn) : "memory");
    return state;
}

// run blocks_add_in_turn: grid=4 block=64 | a=i32[256]:iota turn=i32[1]:0 c=i32[64]:0
extern "C" __global__ void blocks_add_in_turn(const int *a, int *turn, int *c)
{
    wait_for_turn(turn, blockIdx.x);
    c[threadIdx.x] += a[blockIdx.x * 64 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0)
        asm volatile("st.release.gpu.global.s32 [%0], %1;" ::"l"(turn), "r"(blockIdx.x + 1) : "memory");
}

// run blocks_add_in_turn_relaxed: grid=4 block=64 | a=i32[256]:iota turn=i32[1]:0 c=i32[64]:0
extern "C" __global__ void blocks_add_in_turn_relaxed(const int *a, int *turn, int *c)
{
    wait_for_turn(turn, blockIdx.x);
    c[threadIdx.x] += a[blockIdx.x * 64 + threadIdx.x]; // find race_read_after_write buffer=c; may race_write_write; may race_write_after_read
    __syncthreads();
    if (threadIdx.x == 0)
        asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" ::"l"(turn), "r"(blockIdx.x + 1) : "memory");
}

// run wide_release_narrow_acquire: block=64 | data=i32[1]:0 flag=i32[1]:0 c=i32[1]
extern "C" __global__ void wide_release_narrow_acquire(int *data, int *flag, int *c)
{
    if (threadIdx.x == 0) { // each scope holds the other thread, which is all that is asked
        data[0] = 42;
        asm volatile("st.release.gpu.global.s32 [%0], 1;" ::"l"(flag) : "memory");
    } else if (threadIdx.x == 32) {
        int seen = 0;
        while (seen == 0)
            asm volatile("ld.acquire.cta.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
        c[0] = data[0];
    }
}

// run takes_work_until_none_is_left: grid=3 block=64 | a=i32[512]:iota next=i32[1]:0 c=i32[512]
extern "C" __global__ void takes_work_until_none_is_left(const int *a, int *next, int *c)
{
    __shared__ int tile;
    for (;;) {
        if (threadIdx.x == 0)
            tile = atomicAdd(next, 1);
        __syncthreads();
        int mine = tile;
        __syncthreads();
        if (mine >= 8)
            return;
        c[mine * 64 + threadIdx.x] = a[mine * 64 + threadIdx.x];
    }
}

// run takes_work_before_all_know_the_last: grid=3 block=64 | a=i32[512]:iota next=i32[1]:0 c=i32[512]
extern "C" __global__ void takes_work_before_all_know_the_last(const int *a, int *next, int *c)
{
    __shared__ int tile;
    for (;;) {
        if (threadIdx.x == 0)
            tile = atomicAdd(next, 1); // may race_write_after_read buffer=tile
        __syncthreads(); // may exited_barrier
        int mine = tile; // find race_read_after_write buffer=tile
        if (mine >= 8)
            return;
        c[mine * 64 + threadIdx.x] = a[mine * 64 + threadIdx.x];
    }
}

// run polls_whether_to_stop: block=64 | c=i32[64]
extern "C" __global__ void polls_whether_to_stop(int *c)
{
    __shared__ int stop;
    if (threadIdx.x == 0)
        stop = 0;
    __syncthreads();
    for (int round = 0; round < 10 && !*(volatile int *)&stop; round++)
        if (threadIdx.x == 37 && round == 3)
            atomicExch(&stop, 1);
    __syncthreads();
    c[threadIdx.x] = stop;
}

// run polls_plainly_whether_to_stop: block=64 | c=i32[64]
extern "C" __global__ void polls_plainly_whether_to_stop(int *c)
{
    __shared__ int stop;
    if (threadIdx.x == 0)
        stop = 0;
    __syncthreads();
    for (int round = 0; round < 10 && !*(volatile int *)&stop; round++) // may race_read_after_write buffer=stop
        if (threadIdx.x == 37 && round == 3)
            stop = 1; // find race_write_after_read buffer=stop
    __syncthreads();
    c[threadIdx.x] = stop;
}

// run producer_warp_fills_a_pipeline: block=64 | a=i32[256]:iota c=i32[256]
extern "C" __global__ void producer_warp_fills_a_pipeline(const int *a, int *c)
{
    __shared__ int stage[2][32];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    int lane = threadIdx.x % 32;
    bool produces = threadIdx.x < 32;
    auto pipe = cuda::make_pipeline(cg::this_thread_block(), &state,
                                    produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
    for (int tile = 0; tile < 8; tile++) {
        if (produces) {
            pipe.producer_acquire();
            cuda::memcpy_async(&stage[tile % 2][lane], &a[tile * 32 + lane], sizeof(int), pipe);
            pipe.producer_commit();
        } else {
            pipe.consumer_wait();
            c[tile * 32 + lane] = stage[tile % 2][31 - lane];
            pipe.consumer_release();
        }
    }
}

// run group_copies_ahead: block=64 | a=i32[256]:iota c=i32[256]
extern "C" __global__ void group_copies_ahead(const int *a, int *c)
{
    __shared__ int stage[2][64];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, stage[0], a, sizeof(stage[0]));
    for (int tile = 0; tile < 4; tile++) {
        if (tile + 1 < 4)
            cg::memcpy_async(block, stage[(tile + 1) % 2], a + (tile + 1) * 64, sizeof(stage[0]));
        if (tile + 1 < 4)
            cg::wait_prior<1>(block);
        else
            cg::wait(block);
        c[tile * 64 + threadIdx.x] = stage[tile % 2][63 - threadIdx.x];
        block.sync();
    }
}

// run group_copies_ahead_while_others_read: block=64 build=optimised | a=i32[256]:iota c=i32[256]
extern "C" __global__ void group_copies_ahead_while_others_read(const int *a, int *c)
{
    __shared__ int stage[2][64];
    auto block = cg::this_thread_block();
    cg::memcpy_async(block, stage[0], a, sizeof(stage[0]));
    for (int tile = 0; tile < 4; tile++) {
        if (tile + 1 < 4) // the last reads of this stage are not waited for
            cg::memcpy_async(block, stage[(tile + 1) % 2], a + (tile + 1) * 64, sizeof(stage[0])); // may race_write_after_read buffer=stage
        if (tile + 1 < 4)
            cg::wait_prior<1>(block);
        else
            cg::wait(block);
        c[tile * 64 + threadIdx.x] = stage[tile % 2][63 - threadIdx.x]; // find race_read_after_write buffer=stage
    }
}

// run three_stages_with_one_barrier_a_round: block=128 | a=i32[1024]:iota c=i32[128]
extern "C" __global__ void three_stages_with_one_barrier_a_round(const int *a, int *c)
{
    __shared__ int stage[3][128];
    int i = threadIdx.x, sum = 0;
    for (int tile = 0; tile < 2; tile++) {
        __pipeline_memcpy_async(&stage[tile][i], &a[tile * 128 + i], 4);
        __pipeline_commit();
    }
    for (int tile = 0; tile < 8; tile++) {
        __pipeline_wait_prior(1);
        __syncthreads(); // all have read the stage that is filled next, and have what they read next
        if (tile + 2 < 8)
            __pipeline_memcpy_async(&stage[(tile + 2) % 3][i], &a[(tile + 2) * 128 + i], 4);
        __pipeline_commit();
        sum += stage[tile % 3][127 - i];
    }
    c[i] = sum;
}

// run three_stages_with_a_group_too_few: block=128 | a=i32[1024]:iota c=i32[128]
extern "C" __global__ void three_stages_with_a_group_too_few(const int *a, int *c)
{
    __shared__ int stage[3][128];
    int i = threadIdx.x, sum = 0;
    for (int tile = 0; tile < 3; tile++)
        stage[tile][i] = 0;
    for (int tile = 0; tile < 2; tile++) {
        __pipeline_memcpy_async(&stage[tile][i], &a[tile * 128 + i], 4);
        __pipeline_commit();
    }
    for (int tile = 0; tile < 8; tile++) {
        __pipeline_wait_prior(2); // 1 was meant: the stage that is read next may still be on its way
        __syncthreads();
        if (tile + 2 < 8)
            __pipeline_memcpy_async(&stage[(tile + 2) % 3][i], &a[(tile + 2) * 128 + i], 4);
        __pipeline_commit();
        sum += stage[tile % 3][127 - i]; // find race_read_after_write buffer=stage says=by_an_asynchronous_copy_that_it_has_not_waited_for
    }
    c[i] = sum;
}

// run waits_behind_the_barrier: block=64 | a=i32[64]:iota c=i32[64]
extern "C" __global__ void waits_behind_the_barrier(const int *a, int *c)
{
    __shared__ int stage[64];
    int i = threadIdx.x;
    stage[i] = 0;
    __syncthreads();
    __pipeline_memcpy_async(&stage[i], &a[i], 4);
    __pipeline_commit();
    __syncthreads();
    c[i] = stage[63 - i]; // find race_read_after_write buffer=stage says=not_waited_for
    __syncthreads();
    __pipeline_wait_prior(0);
    __syncthreads();
    c[i] += stage[63 - i];
}

// run reads_its_own_copy_too_early: block=32 | a=i32[32]:iota c=i32[32]
extern "C" __global__ void reads_its_own_copy_too_early(const int *a, int *c)
{
    __shared__ int stage[32];
    int i = threadIdx.x;
    stage[i] = 0;
    __pipeline_memcpy_async(&stage[i], &a[i], 4);
    __pipeline_commit();
    c[i] = stage[i]; // find race_read_after_write buffer=stage says=not_waited_for
    __pipeline_wait_prior(0);
}

// run reads_its_own_copy: block=32 | a=i32[32]:iota c=i32[32]
extern "C" __global__ void reads_its_own_copy(const int *a, int *c)
{
    __shared__ int stage[32];
    int i = threadIdx.x;
    stage[i] = 0;
    __pipeline_memcpy_async(&stage[i], &a[i], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    c[i] = stage[i];
}

// run clears_what_is_copied_to: block=64 | a=i32[64]:iota c=i32[64]
extern "C" __global__ void clears_what_is_copied_to(const int *a, int *c)
{
    __shared__ int stage[64];
    int i = threadIdx.x;
    __pipeline_memcpy_async(&stage[i], &a[i], 4);
    __pipeline_commit();
    __syncthreads();
    stage[63 - i] = 0; // find race_write_write buffer=stage says=not_waited_for
    __syncthreads();
    __pipeline_wait_prior(0);
    __syncthreads();
    c[i] = stage[i];
}

// run copies_into_a_word_twice: block=32 | a=i32[64]:iota c=i32[32]
extern "C" __global__ void copies_into_a_word_twice(const int *a, int *c)
{
    __shared__ int stage[32];
    int i = threadIdx.x;
    __pipeline_memcpy_async(&stage[i], &a[i], 4);
    __pipeline_commit();
    __pipeline_memcpy_async(&stage[i], &a[32 + i], 4); // find race_write_write buffer=stage says=not_waited_for
    __pipeline_commit();
    __pipeline_wait_prior(0);
    c[i] = stage[i];
}

// run copies_what_others_write: block=64 | a=i32[64]:0 c=i32[64]
extern "C" __global__ void copies_what_others_write(int *a, int *c)
{
    __shared__ int stage[64];
    int i = threadIdx.x;
    a[i] = i; // may race_write_after_read buffer=a
    __pipeline_memcpy_async(&stage[i], &a[63 - i], 4); // find race_read_after_write buffer=a other=-1
    __pipeline_commit();
    __pipeline_wait_prior(0);
    c[i] = stage[i];
}

// run copies_what_others_wrote: block=64 | a=i32[64]:0 c=i32[64]
extern "C" __global__ void copies_what_others_wrote(int *a, int *c)
{
    __shared__ int stage[64];
    int i = threadIdx.x;
    a[i] = i;
    __syncthreads();
    __pipeline_memcpy_async(&stage[i], &a[63 - i], 4);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    c[i] = stage[i];
    __syncthreads();
    a[i] = 0;
}

// run overwrites_what_others_copy: block=64 | a=i32[64]:iota c=i32[64]
extern "C" __global__ void overwrites_what_others_copy(int *a, int *c)
{
    __shared__ int stage[64];
    int i = threadIdx.x;
    __pipeline_memcpy_async(&stage[i], &a[63 - i], 4); // may race_read_after_write buffer=a
    __pipeline_commit();
    __pipeline_wait_prior(0);
    a[i] = stage[i]; // find race_write_after_read buffer=a
    c[i] = i;
}

// run writes_what_it_copies: block=64 | a=i32[64]:iota c=i32[64]
extern "C" __global__ void writes_what_it_copies(int *a, int *c)
{
    __shared__ int stage[64];
    int i = threadIdx.x;
    __pipeline_memcpy_async(&stage[i], &a[i], 4);
    __pipeline_commit();
    a[i] = 7 - i; // find race_write_after_read buffer=a other=-2 says=asynchronous_copy
    __pipeline_wait_prior(0);
    c[i] = stage[i];
}

// run writes_what_others_copy_behind_a_barrier: block=64 | a=i32[64]:iota c=i32[64]
extern "C" __global__ void writes_what_others_copy_behind_a_barrier(int *a, int *c)
{
    __shared__ int stage[64];
    int i = threadIdx.x;
    __pipeline_memcpy_async(&stage[i], &a[i], 4);
    __pipeline_commit();
    __syncthreads();
    a[63 - i] = 7 - i; // find race_write_after_read buffer=a other=-3 says=asynchronous_copy
    __pipeline_wait_prior(0);
    __syncthreads();
    c[i] = stage[i];
}

// run writes_what_was_copied: block=64 | a=i32[64]:iota c=i32[64]
extern "C" __global__ void writes_what_was_copied(int *a, int *c)
{
    __shared__ int stage[64];
    int i = threadIdx.x;
    for (int k = 0; k < 3; k++) {
        __pipeline_memcpy_async(&stage[i], &a[i], 4);
        __pipeline_commit();
        __pipeline_wait_prior(0);
        __syncthreads();
        a[63 - i] = stage[63 - i] + 1;
        __syncthreads();
    }
    c[i] = stage[i];
}

// run writes_beside_what_it_copies: block=64 | a=i32[256]:iota c=i32[64]
extern "C" __global__ void writes_beside_what_it_copies(int *a, int *c)
{
    __shared__ int stage[2][64];
    int i = threadIdx.x;
    __pipeline_memcpy_async(&stage[0][i], &a[i], 4);
    __pipeline_commit();
    for (int k = 1; k < 4; k++) {
        __pipeline_memcpy_async(&stage[k % 2][i], &a[64 * k + i], 4);
        __pipeline_commit();
        __pipeline_wait_prior(1);
        a[64 * (k - 1) + i] = stage[(k - 1) % 2][i] + 1;
    }
    __pipeline_wait_prior(0);
    c[i] = stage[1][i];
}

// run three_stages_filled_before_the_barrier: block=128 | a=i32[1024]:iota c=i32[128]
extern "C" __global__ void three_stages_filled_before_the_barrier(const int *a, int *c)
{
    __shared__ int stage[3][128];
    int i = threadIdx.x, sum = 0;
    for (int tile = 0; tile < 2; tile++) {
        __pipeline_memcpy_async(&stage[tile][i], &a[tile * 128 + i], 4);
        __pipeline_commit();
    }
    for (int tile = 0; tile < 8; tile++) {
        if (tile + 2 < 8)
            __pipeline_memcpy_async(&stage[(tile + 2) % 3][i], &a[(tile + 2) * 128 + i], 4); // find race_write_after_read buffer=stage
        __pipeline_commit();
        __pipeline_wait_prior(2);
        __syncthreads();
        sum += stage[tile % 3][127 - i]; // may race_read_after_write buffer=stage
    }
    c[i] = sum;
}

// run ring_of_two_warps: block=64 | a=i32[512]:iota c=i32[512]
extern "C" __global__ void ring_of_two_warps(const int *a, int *c)
{
    __shared__ int ring[4][32];
    __shared__ volatile int head, tail;
    int lane = threadIdx.x % 32;
    bool produces = threadIdx.x < 32;
    if (threadIdx.x == 0)
        head = tail = 0;
    __syncthreads();
    for (int n = 0; n < 16; n++) {
        while (produces ? n - tail >= 4 : head <= n) {
        }
        __threadfence_block();
        if (produces)
            ring[n % 4][lane] = a[n * 32 + lane];
        else
            c[n * 32 + lane] = ring[n % 4][31 - lane];
        __threadfence_block();
        __syncwarp();
        if (lane == 0 && produces)
            head = n + 1;
        else if (lane == 0)
            tail = n + 1;
        __syncwarp();
    }
}

// run ring_that_does_not_wait_for_room: block=64 | a=i32[512]:iota c=i32[512]
extern "C" __global__ void ring_that_does_not_wait_for_room(const int *a, int *c)
{
    __shared__ int ring[4][32];
    __shared__ volatile int head, tail;
    int lane = threadIdx.x % 32;
    bool produces = threadIdx.x < 32;
    if (threadIdx.x == 0)
        head = tail = 0;
    __syncthreads();
    for (int n = 0; n < 16; n++) {
        while (!produces && head <= n) {
        }
        __threadfence_block();
        if (produces)
            ring[n % 4][lane] = a[n * 32 + lane]; // may race_write_after_read buffer=ring
        else
            c[n * 32 + lane] = ring[n % 4][31 - lane]; // may race_read_after_write buffer=ring
        __threadfence_block();
        __syncwarp();
        if (lane == 0 && produces)
            head = n + 1;
        else if (lane == 0)
            tail = n + 1;
        __syncwarp();
    }
}

// run barrier_of_leaders_by_sense: block=128 | a=i32[128]:iota c=i32[128]
extern "C" __global__ void barrier_of_leaders_by_sense(const int *a, int *c)
{
    __shared__ int arrived, tile[128];
    __shared__ volatile int sense;
    int i = threadIdx.x;
    if (i == 0)
        arrived = sense = 0;
    __syncthreads();
    tile[i] = a[i];
    __syncwarp();
    if (i % 32 == 0) {
        __threadfence_block();
        if (atomicAdd(&arrived, 1) == 3) {
            __threadfence_block(); // so that what the others released is released once more
            sense = 1;
        }
        while (sense == 0) {
        }
        __threadfence_block();
    }
    __syncwarp();
    c[i] = tile[127 - i];
}

// run barrier_of_leaders_without_the_first_fence: block=128 | a=i32[128]:iota c=i32[128]
extern "C" __global__ void barrier_of_leaders_without_the_first_fence(const int *a, int *c)
{
    __shared__ int arrived, tile[128];
    __shared__ volatile int sense;
    int i = threadIdx.x;
    if (i == 0)
        arrived = sense = 0;
    __syncthreads();
    tile[i] = a[i];
    __syncwarp();
    if (i % 32 == 0) {
        if (atomicAdd(&arrived, 1) == 3)
            sense = 1; // may race_write_after_read buffer=sense
        while (sense == 0) { // may race_read_after_write buffer=sense
        }
        __threadfence_block();
    }
    __syncwarp();
    c[i] = tile[127 - i]; // find race_read_after_write buffer=tile
}
