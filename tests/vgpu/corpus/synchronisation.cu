// Barriers that not all reach, masks that do not fit, waiting for what never comes.

// run barrier_in_branch: block=32 | c=i32[32]
extern "C" __global__ void barrier_in_branch(int *c)
{
    c[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 16)
        __syncthreads(); // find diverged_barrier
    c[threadIdx.x] += 1;
}

// run barrier_in_uniform_branch: block=64 | c=i32[64] n=5
extern "C" __global__ void barrier_in_uniform_branch(int *c, int n)
{
    c[threadIdx.x] = threadIdx.x;
    if (n > 4)
        __syncthreads();
    c[threadIdx.x] += 1;
}

// run barrier_in_both_branches: block=32 | c=i32[32]
extern "C" __global__ void barrier_in_both_branches(int *c)
{
    if (threadIdx.x < 16) {
        c[threadIdx.x] = 1;
        __syncthreads(); // find diverged_barrier
        c[threadIdx.x] += 2;
    } else {
        c[threadIdx.x] = 3;
        __syncthreads();
        c[threadIdx.x] += 4;
    }
}

// run returns_before_barrier: block=64 | c=i32[40] n=40
extern "C" __global__ void returns_before_barrier(int *c, int n)
{
    __shared__ int tile[64];
    int i = threadIdx.x;
    if (i >= n)
        return;
    tile[i] = i;
    __syncthreads(); // find exited_barrier
    c[i] = tile[n - 1 - i];
}

// run guards_around_barrier: block=64 | c=i32[40] n=40
extern "C" __global__ void guards_around_barrier(int *c, int n)
{
    __shared__ int tile[64];
    int i = threadIdx.x;
    if (i < n)
        tile[i] = i;
    __syncthreads();
    if (i < n)
        c[i] = tile[n - 1 - i];
}

// run barrier_in_uneven_loop: block=64 | c=i32[64]:0
extern "C" __global__ void barrier_in_uneven_loop(int *c)
{
    for (unsigned k = 0; k < threadIdx.x % 3; k++) {
        c[threadIdx.x] += 1;
        __syncthreads(); // find exited_barrier build=optimised; find diverged_barrier build=debug
    }
    c[threadIdx.x] += 1;
}

// run barrier_in_even_loop: block=64 | c=i32[64]:0
extern "C" __global__ void barrier_in_even_loop(int *c)
{
    for (unsigned k = 0; k < 3; k++) {
        if (k < threadIdx.x % 3)
            c[threadIdx.x] += 1;
        __syncthreads();
    }
    c[threadIdx.x] += 1;
}

// run one_warp_leaves_barrier_out: block=64 | c=i32[64]
extern "C" __global__ void one_warp_leaves_barrier_out(int *c)
{
    c[threadIdx.x] = 1;
    if (threadIdx.x < 32)
        __syncthreads(); // find exited_barrier
    c[threadIdx.x] = 2;
}

// run shuffles_with_half_mask: block=32 | c=i32[32]
extern "C" __global__ void shuffles_with_half_mask(int *c)
{
    c[threadIdx.x] = __shfl_xor_sync(0xffff, threadIdx.x, 1); // find wrong_mask thread=16,0,0
}

// run shuffles_with_full_mask: block=32 | c=i32[32]
extern "C" __global__ void shuffles_with_full_mask(int *c)
{
    c[threadIdx.x] = __shfl_xor_sync(0xffffffff, threadIdx.x, 1);
}

// run shuffles_in_branch: block=32 | c=i32[32]
extern "C" __global__ void shuffles_in_branch(int *c)
{
    int x = threadIdx.x;
    if (x < 16) {
        c[x] = 1;
        x = __shfl_down_sync(0xffffffff, x, 1); // find exited_lane thread=0,0,0; find inactive_source thread=15,0,0
        c[x % 32] = x; // may race_write_write; may race_same_value
    } else {
        c[x] = 2;
    }
}

// run shuffles_in_branch_with_its_mask: block=32 | c=i32[32]
extern "C" __global__ void shuffles_in_branch_with_its_mask(int *c)
{
    int x = threadIdx.x;
    if (x < 16)
        x = __shfl_xor_sync(0x0000ffff, x, 1);
    c[threadIdx.x] = x;
}

// run shuffles_with_exited_lanes: block=32 | c=i32[32] n=20
extern "C" __global__ void shuffles_with_exited_lanes(int *c, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    c[i] = __shfl_xor_sync(0xffffffff, i, 1); // find exited_lane
}

// run shuffles_before_exit: block=32 | c=i32[32] n=20
extern "C" __global__ void shuffles_before_exit(int *c, int n)
{
    int i = threadIdx.x;
    int x = __shfl_xor_sync(0xffffffff, i, 1);
    if (i >= n)
        return;
    c[i] = x;
}

// run partial_block_with_full_mask: block=20 | c=i32[20]
extern "C" __global__ void partial_block_with_full_mask(int *c)
{
    c[threadIdx.x] = __shfl_xor_sync(0xffffffff, threadIdx.x, 1);
}

// run reads_from_lane_outside: block=32 | c=i32[32]
extern "C" __global__ void reads_from_lane_outside(int *c)
{
    if (threadIdx.x < 16)
        c[threadIdx.x] = __shfl_sync(0x0000ffff, threadIdx.x, 20); // find inactive_source thread=0,0,0
}

// run syncwarp_mask_leaves_itself_out: block=32 | c=i32[32]
extern "C" __global__ void syncwarp_mask_leaves_itself_out(int *c)
{
    __syncwarp(0x0000ffff); // find wrong_mask thread=16,0,0
    c[threadIdx.x] = 1;
}

// run syncwarp_by_halves: block=32 | c=i32[32]
extern "C" __global__ void syncwarp_by_halves(int *c)
{
    unsigned mask = threadIdx.x < 16 ? 0x0000ffff : 0xffff0000;
    __syncwarp(mask);
    c[threadIdx.x] = 1;
}

// run ballot_then_mask: block=32 | c=i32[32]
extern "C" __global__ void ballot_then_mask(int *c)
{
    unsigned odd = __ballot_sync(0xffffffff, threadIdx.x % 2);
    if (threadIdx.x % 2)
        c[threadIdx.x] = __shfl_xor_sync(odd, threadIdx.x, 2);
}

// run activemask_in_branch: block=32 | c=i32[32]
extern "C" __global__ void activemask_in_branch(int *c)
{
    if (threadIdx.x % 2)
        c[threadIdx.x] = __popc(__activemask());
}

// run named_barrier_waits_for_more: block=64 ends=deadlock | c=i32[64]
extern "C" __global__ void named_barrier_waits_for_more(int *c)
{
    if (threadIdx.x < 32)
        asm volatile("bar.sync 1, 64;" ::: "memory"); // find deadlock says=waits_for
    c[threadIdx.x] = 1;
}

// run odd_barrier_count: block=64 ends=fault | c=i32[64] n=48
extern "C" __global__ void odd_barrier_count(int *c, int n)
{
    asm volatile("bar.sync 1, %0;" ::"r"(n) : "memory"); // find barrier_misuse
    c[threadIdx.x] = 1;
}

// run two_blocks_wait_for_each_other: grid=2 block=1 ends=deadlock | flags=i32[2]:0
extern "C" __global__ void two_blocks_wait_for_each_other(volatile int *flags)
{
    while (flags[1 - blockIdx.x] == 0) { // find deadlock says=flags
    }
    flags[blockIdx.x] = 1;
}

// run two_blocks_answer_each_other: grid=2 block=1 | flags=i32[2]:0
extern "C" __global__ void two_blocks_answer_each_other(volatile int *flags)
{
    flags[blockIdx.x] = 1;
    while (flags[1 - blockIdx.x] == 0) {
    }
}

// run takes_lock_twice: block=1 ends=deadlock | lock=i32[1]:0
extern "C" __global__ void takes_lock_twice(int *lock)
{
    for (int k = 0; k < 2; k++)
        while (atomicCAS(lock, 0, 1) != 0) { // find deadlock says=lock
        }
    atomicExch(lock, 0);
}

// run takes_lock_and_gives_it_back: block=4 | lock=i32[1]:0
extern "C" __global__ void takes_lock_and_gives_it_back(int *lock)
{
    for (int k = 0; k < 2; k++) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        atomicExch(lock, 0);
    }
}
