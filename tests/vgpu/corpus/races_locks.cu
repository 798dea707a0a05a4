// Locks and flags within a block, in shared and in global memory, and between blocks: right, and with one thing wrong.
#include <cuda/atomic>
#include <cuda/semaphore>

__device__ void lock_by_cas(int *lock)
{
    while (atomicCAS(lock, 0, 1) != 0) {
    }
    __threadfence_block();
}

__device__ void unlock(int *lock)
{
    __threadfence_block();
    atomicExch(lock, 0);
}

// run shared_lock_by_cas: block=64 | c=i32[1]
extern "C" __global__ void shared_lock_by_cas(int *c)
{
    __shared__ int lock, count;
    if (threadIdx.x == 0)
        lock = count = 0;
    __syncthreads();
    for (bool done = false; !done;)
        if (atomicCAS(&lock, 0, 1) == 0) {
            __threadfence_block();
            count = count + 1;
            __threadfence_block();
            atomicExch(&lock, 0);
            done = true;
        }
    __syncthreads();
    if (threadIdx.x == 0)
        c[0] = count;
}

// run shared_lock_by_leaders: block=128 | c=i32[1]
extern "C" __global__ void shared_lock_by_leaders(int *c)
{
    __shared__ int lock, count;
    if (threadIdx.x == 0)
        lock = count = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        lock_by_cas(&lock);
        count = count + 1;
        unlock(&lock);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        c[0] = count;
}

// run shared_lock_opened_too_early: block=128 | c=i32[1]
extern "C" __global__ void shared_lock_opened_too_early(int *c)
{
    __shared__ int lock, count;
    if (threadIdx.x == 0)
        lock = count = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        lock_by_cas(&lock);
        int seen = count; // may race_read_after_write buffer=count
        unlock(&lock);
        count = seen + 1; // may race_write_write buffer=count; may race_write_after_read buffer=count
    }
    __syncthreads();
    if (threadIdx.x == 0)
        c[0] = count;
}

// run shared_lock_without_fence_behind_it: block=128 | c=i32[1]
extern "C" __global__ void shared_lock_without_fence_behind_it(int *c)
{
    __shared__ int lock;
    __shared__ volatile int count;
    if (threadIdx.x == 0)
        lock = count = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {
        }
        ((int *)&count)[0] += 1; // find race_read_after_write buffer=count; may race_write_write; may race_write_after_read
        unlock(&lock);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        c[0] = count;
}

// run shared_lock_without_fence_before_it_opens: block=128 | c=i32[1]
extern "C" __global__ void shared_lock_without_fence_before_it_opens(int *c)
{
    __shared__ int lock, count;
    if (threadIdx.x == 0)
        lock = count = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        lock_by_cas(&lock);
        count = count + 1; // find race_read_after_write buffer=count; may race_write_write; may race_write_after_read
        atomicExch(&lock, 0);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        c[0] = count;
}

// run shared_lock_opened_by_a_plain_store: block=128 | c=i32[1]
extern "C" __global__ void shared_lock_opened_by_a_plain_store(int *c)
{
    __shared__ int lock, count;
    if (threadIdx.x == 0)
        lock = count = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) { // find race_atomic buffer=lock
        }
        __threadfence_block();
        count = count + 1; // find race_read_after_write buffer=count; may race_write_write; may race_write_after_read
        __threadfence_block();
        lock = 0; // weak: it races with the atomics of others, and releases nothing
    }
    __syncthreads();
    if (threadIdx.x == 0)
        c[0] = count;
}

// run shared_lock_opened_by_a_volatile_store: block=128 | c=i32[1]
extern "C" __global__ void shared_lock_opened_by_a_volatile_store(int *c)
{
    __shared__ int lock, count;
    if (threadIdx.x == 0)
        lock = count = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        lock_by_cas(&lock);
        count = count + 1;
        __threadfence_block();
        *(volatile int *)&lock = 0;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        c[0] = count;
}

// run shared_lock_by_exchange: block=128 | c=i32[1]
extern "C" __global__ void shared_lock_by_exchange(int *c)
{
    __shared__ int lock, count;
    if (threadIdx.x == 0)
        lock = count = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        do { // looks before it tries
            while (*(volatile int *)&lock) {
            }
        } while (atomicExch(&lock, 1) != 0);
        __threadfence_block();
        count = count + 1;
        unlock(&lock);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        c[0] = count;
}

// run two_locks_for_one_count: block=128 | c=i32[1]
extern "C" __global__ void two_locks_for_one_count(int *c)
{
    __shared__ int lock[2], count;
    if (threadIdx.x == 0)
        lock[0] = lock[1] = count = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        lock_by_cas(&lock[threadIdx.x / 32 % 2]);
        count = count + 1; // find race_read_after_write buffer=count; may race_write_write; may race_write_after_read
        unlock(&lock[threadIdx.x / 32 % 2]);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        c[0] = count;
}

// run reads_without_the_lock: block=128 | c=i32[4]
extern "C" __global__ void reads_without_the_lock(int *c)
{
    __shared__ int lock, count;
    if (threadIdx.x == 0)
        lock = count = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0 && threadIdx.x < 96) {
        lock_by_cas(&lock);
        count = count + 1;
        unlock(&lock);
    } else if (threadIdx.x == 96) {
        c[3] = count; // find race_read_after_write buffer=count
    }
}

// run ticket_lock: block=128 | c=i32[1]
extern "C" __global__ void ticket_lock(int *c)
{
    __shared__ int next, count;
    __shared__ volatile int serving;
    if (threadIdx.x == 0)
        next = serving = count = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        int ticket = atomicAdd(&next, 1);
        while (serving != ticket) {
        }
        __threadfence_block();
        count = count + 1;
        __threadfence_block();
        serving = ticket + 1;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        c[0] = count;
}

// run ticket_lock_without_fences: block=128 | c=i32[1]
extern "C" __global__ void ticket_lock_without_fences(int *c)
{
    __shared__ int next, count;
    __shared__ volatile int serving;
    if (threadIdx.x == 0)
        next = serving = count = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        int ticket = atomicAdd(&next, 1);
        while (serving != ticket) { // may race_read_after_write buffer=serving
        }
        count = count + 1; // find race_read_after_write buffer=count; may race_write_write; may race_write_after_read
        serving = ticket + 1; // may race_write_write buffer=serving; may race_write_after_read buffer=serving
    }
    __syncthreads();
    if (threadIdx.x == 0)
        c[0] = count;
}

// run try_lock: block=256 | c=i32[1]
extern "C" __global__ void try_lock(int *c)
{
    __shared__ int lock, count;
    if (threadIdx.x == 0)
        lock = count = 0;
    __syncthreads();
    if (atomicCAS(&lock, 0, 1) == 0) { // who does not get it does without
        __threadfence_block();
        count = count + 1;
        __threadfence_block();
        atomicExch(&lock, 0);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        c[0] = count;
}

// run try_lock_fails_and_reads_all_the_same: block=64 | c=i32[64]
extern "C" __global__ void try_lock_fails_and_reads_all_the_same(int *c)
{
    __shared__ int lock, count;
    if (threadIdx.x == 0)
        lock = count = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0 && atomicCAS(&lock, 0, 1) == 0)
        count = 1;
    else
        c[threadIdx.x] = count; // find race_read_after_write buffer=count
}

// run warp_holds_the_lock_of_its_leader: block=128 | c=i32[32]
extern "C" __global__ void warp_holds_the_lock_of_its_leader(int *c)
{
    __shared__ int lock, sums[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        lock = 0;
    if (threadIdx.x < 32)
        sums[lane] = 0;
    __syncthreads();
    if (lane == 0)
        lock_by_cas(&lock);
    __syncwarp();
    sums[lane] += threadIdx.x;
    __syncwarp();
    if (lane == 0)
        unlock(&lock);
    __syncthreads();
    if (threadIdx.x < 32)
        c[lane] = sums[lane];
}

// run warp_goes_on_before_its_leader_has_the_lock: block=128 | c=i32[32]
extern "C" __global__ void warp_goes_on_before_its_leader_has_the_lock(int *c)
{
    __shared__ int lock, sums[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        lock = 0;
    if (threadIdx.x < 32)
        sums[lane] = 0;
    __syncthreads();
    sums[lane] += threadIdx.x; // find race_read_after_write buffer=sums; may race_write_write; may race_write_after_read
    if (lane == 0)
        lock_by_cas(&lock);
    __syncwarp();
    sums[lane] += 1; // may race_read_after_write buffer=sums; may race_write_write; may race_write_after_read
    __syncwarp();
    if (lane == 0)
        unlock(&lock);
    __syncthreads();
    if (threadIdx.x < 32)
        c[lane] = sums[lane];
}

// run shared_lock_for_global_data: block=128 | c=i32[1]:0
extern "C" __global__ void shared_lock_for_global_data(int *c)
{
    __shared__ int lock;
    if (threadIdx.x == 0)
        lock = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        lock_by_cas(&lock);
        c[0] += 1;
        unlock(&lock);
    }
}

// run shared_lock_for_data_of_all_blocks: grid=2 block=64 | c=i32[1]:0
extern "C" __global__ void shared_lock_for_data_of_all_blocks(int *c)
{
    __shared__ int lock;
    if (threadIdx.x == 0)
        lock = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        lock_by_cas(&lock);
        c[0] += 1; // find race_read_after_write buffer=c block=1,0,0; may race_write_write; may race_write_after_read
        unlock(&lock);
    }
}

// run global_lock_for_shared_data: block=128 | lock=i32[1]:0 c=i32[1]
extern "C" __global__ void global_lock_for_shared_data(int *lock, int *c)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        lock_by_cas(lock);
        count = count + 1;
        unlock(lock);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        c[0] = count;
}

// run global_lock_between_blocks: grid=4 block=64 | lock=i32[1]:0 c=i32[1]:0
extern "C" __global__ void global_lock_between_blocks(int *lock, int *c)
{
    if (threadIdx.x % 32)
        return;
    while (atomicExch(lock, 1)) {
    }
    __threadfence();
    c[0] += 1;
    __threadfence();
    atomicExch(lock, 0);
}

// run lanes_take_a_global_lock_in_turn: grid=2 block=32 | lock=i32[1]:0 c=i32[1]:0
extern "C" __global__ void lanes_take_a_global_lock_in_turn(int *lock, int *c)
{
    for (bool done = false; !done;)
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            c[0] += 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
}

// run global_lock_with_fences_for_the_block: grid=4 block=32 | lock=i32[1]:0 c=i32[1]:0
extern "C" __global__ void global_lock_with_fences_for_the_block(int *lock, int *c)
{
    if (threadIdx.x)
        return;
    lock_by_cas(lock);
    c[0] += 1; // find race_read_after_write buffer=c; may race_write_write; may race_write_after_read
    unlock(lock);
}

// run global_lock_opened_by_a_plain_store: grid=4 block=32 | lock=i32[1]:0 c=i32[1]:0
extern "C" __global__ void global_lock_opened_by_a_plain_store(int *lock, int *c)
{
    if (threadIdx.x)
        return;
    while (atomicCAS(lock, 0, 1)) { // find race_atomic buffer=lock
    }
    __threadfence();
    c[0] += 1; // find race_read_after_write buffer=c; may race_write_write; may race_write_after_read
    __threadfence();
    lock[0] = 0;
}

// run more_locks_than_clocks: block=1024 | c=i32[1]
extern "C" __global__ void more_locks_than_clocks(int *c)
{
    __shared__ int locks[512], counts[512];
    int i = threadIdx.x;
    if (i < 512)
        locks[i] = counts[i] = 0;
    __syncthreads();
    for (bool done = false; !done;)
        if (atomicCAS(&locks[i * 7 % 512], 0, 1) == 0) {
            __threadfence_block();
            counts[i * 7 % 512]++;
            __threadfence_block();
            atomicExch(&locks[i * 7 % 512], 0);
            done = true;
        }
    __syncthreads();
    if (i == 0)
        c[0] = counts[0];
}

// run warps_hand_over_by_a_shared_flag: block=64 | c=i32[32]
extern "C" __global__ void warps_hand_over_by_a_shared_flag(int *c)
{
    __shared__ int data[32];
    __shared__ volatile int flag;
    int lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x >= 32) {
        data[lane] = lane;
        __threadfence_block();
        __syncwarp();
        if (lane == 0)
            flag = 1;
    } else {
        while (flag == 0) {
        }
        __threadfence_block();
        c[lane] = data[31 - lane];
    }
}

// run shared_flag_before_the_data: block=64 | c=i32[32]
extern "C" __global__ void shared_flag_before_the_data(int *c)
{
    __shared__ int data[32];
    __shared__ volatile int flag;
    int lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        flag = 0;
    data[lane] = 0;   // find race_same_value buffer=data
    __syncthreads();
    if (threadIdx.x >= 32) {
        __threadfence_block();
        if (lane == 0)
            flag = 1;
        data[lane] = lane; // may race_write_after_read buffer=data
    } else {
        while (flag == 0) {
        }
        __threadfence_block();
        c[lane] = data[31 - lane]; // find race_read_after_write buffer=data
    }
}

// run shared_flag_by_release_and_acquire: block=64 | c=i32[1]
extern "C" __global__ void shared_flag_by_release_and_acquire(int *c)
{
    __shared__ int data, flag;
    cuda::atomic_ref<int, cuda::thread_scope_block> gate(flag);
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 32) {
        data = 42;
        gate.store(1, cuda::memory_order_release);
    } else if (threadIdx.x == 0) {
        while (gate.load(cuda::memory_order_acquire) == 0) {
        }
        c[0] = data;
    }
}

// run shared_flag_relaxed: block=64 | c=i32[1]
extern "C" __global__ void shared_flag_relaxed(int *c)
{
    __shared__ int data, flag;
    cuda::atomic_ref<int, cuda::thread_scope_block> gate(flag);
    if (threadIdx.x == 0)
        data = flag = 0;
    __syncthreads();
    if (threadIdx.x == 32) {
        data = 42; // may race_write_after_read buffer=data
        gate.store(1, cuda::memory_order_relaxed);
    } else if (threadIdx.x == 0) {
        while (gate.load(cuda::memory_order_relaxed) == 0) {
        }
        c[0] = data; // find race_read_after_write buffer=data
    }
}

// run library_lock_acquire_release: block=64 | c=i32[1]
extern "C" __global__ void library_lock_acquire_release(int *c)
{
    __shared__ int lock, count;
    cuda::atomic_ref<int, cuda::thread_scope_block> gate(lock);
    if (threadIdx.x == 0)
        lock = count = 0;
    __syncthreads();
    for (bool done = false; !done;)
        if (gate.exchange(1, cuda::memory_order_acquire) == 0) {
            count = count + 1;
            gate.store(0, cuda::memory_order_release);
            done = true;
        }
    __syncthreads();
    if (threadIdx.x == 0)
        c[0] = count;
}

// run library_lock_sequentially_consistent: block=64 | c=i32[1]
extern "C" __global__ void library_lock_sequentially_consistent(int *c)
{
    __shared__ int lock, count;
    cuda::atomic_ref<int, cuda::thread_scope_block> gate(lock);
    if (threadIdx.x == 0)
        lock = count = 0;
    __syncthreads();
    for (bool done = false; !done;) {
        int expected = 0;
        if (gate.compare_exchange_strong(expected, 1)) {
            count = count + 1;
            gate.store(0);
            done = true;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0)
        c[0] = count;
}

// run library_lock_opened_relaxed: block=64 | c=i32[1]
extern "C" __global__ void library_lock_opened_relaxed(int *c)
{
    __shared__ int lock, count;
    cuda::atomic_ref<int, cuda::thread_scope_block> gate(lock);
    if (threadIdx.x == 0)
        lock = count = 0;
    __syncthreads();
    for (bool done = false; !done;)
        if (gate.exchange(1, cuda::memory_order_acquire) == 0) {
            count = count + 1; // find race_read_after_write buffer=count; may race_write_write; may race_write_after_read
            gate.store(0, cuda::memory_order_relaxed);
            done = true;
        }
    __syncthreads();
    if (threadIdx.x == 0)
        c[0] = count;
}

// run library_semaphore: block=128 | c=i32[1]
extern "C" __global__ void library_semaphore(int *c)
{
    __shared__ cuda::binary_semaphore<cuda::thread_scope_block> gate;
    __shared__ int count;
    if (threadIdx.x == 0) {
        new (&gate) cuda::binary_semaphore<cuda::thread_scope_block>(1);
        count = 0;
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        gate.acquire();
        count = count + 1;
        gate.release();
    }
    __syncthreads();
    if (threadIdx.x == 0)
        c[0] = count;
}
