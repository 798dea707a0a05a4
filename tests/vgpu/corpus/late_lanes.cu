// Lanes that come late to a .sync operation, through calls that were made apart.

// Lane i comes after 8 * i turns: the warp splits, and the early lanes call first.
static __device__ int comes_late(volatile int *turns)
{
    for (int k = 0; k < 8 * (int)threadIdx.x; k++)
        turns[threadIdx.x] = k;
    return threadIdx.x;
}

static __device__ __noinline__ void demand(bool right)
{
    if (!right)
        __trap();
}

static __device__ __noinline__ unsigned vote_of_lanes(bool vote)
{
    unsigned result;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.sync.ballot.b32 %0, p, 0xffffffff; }"
                 : "=r"(result)
                 : "r"((unsigned)vote));
    return result;
}

static __device__ __noinline__ unsigned nested_ballot(bool vote)
{
    volatile unsigned local = threadIdx.x;
    unsigned result = vote_of_lanes(vote);
    return local == threadIdx.x ? result : 0;
}

// run late_votes: block=32 | turns=i32[32]:0
extern "C" __global__ void late_votes(volatile int *turns)
{
    int i = comes_late(turns);
    demand(__ballot_sync(0xffffffff, i % 2) == 0xaaaaaaaa);
    i = comes_late(turns);
    demand(__any_sync(0xffffffff, i == 31));
    i = comes_late(turns);
    demand(!__all_sync(0xffffffff, i < 31));
}

// run late_votes_in_functions: block=32 | turns=i32[32]:0
extern "C" __global__ void late_votes_in_functions(volatile int *turns)
{
    int i = comes_late(turns);
    demand(vote_of_lanes(i % 2) == 0xaaaaaaaa);
    i = comes_late(turns);
    demand(nested_ballot(i < 5) == 0x1f);
}

// run late_matches: block=32 | turns=i32[32]:0
extern "C" __global__ void late_matches(volatile int *turns)
{
    int agree, i = comes_late(turns);
    demand(__match_any_sync(0xffffffff, i % 2) == (i % 2 ? 0xaaaaaaaa : 0x55555555));
    i = comes_late(turns);
    demand(__match_all_sync(0xffffffff, i / 32, &agree) == 0xffffffff && agree);
    i = comes_late(turns);
    demand(__match_any_sync(0xffffffff, (long long)i << 33) == 1u << i);
}

// run late_reductions: block=32 | turns=i32[32]:0
extern "C" __global__ void late_reductions(volatile int *turns)
{
    int i = comes_late(turns);
    demand(__reduce_add_sync(0xffffffff, i) == 496);
    i = comes_late(turns);
    demand(__reduce_max_sync(0xffffffff, (unsigned)i) == 31);
    i = comes_late(turns);
    demand(__reduce_xor_sync(0xffffffff, 1u << i) == 0xffffffff);
}

// run late_shuffles: block=32 | turns=i32[32]:0
extern "C" __global__ void late_shuffles(volatile int *turns)
{
    int i = comes_late(turns);
    demand(__shfl_xor_sync(0xffffffff, i, 1) == (i ^ 1));
    i = comes_late(turns);
    demand(__shfl_sync(0xffffffff, (double)i, 7) == 7.0);
}

// run late_halves: block=32 | turns=i32[32]:0
extern "C" __global__ void late_halves(volatile int *turns)
{
    int i = comes_late(turns);
    unsigned half = i < 16 ? 0x0000ffff : 0xffff0000;
    demand(__ballot_sync(half, i % 2) == (half & 0xaaaaaaaa));
    i = comes_late(turns);
    demand(__reduce_add_sync(half, 1) == 16);
}

// run late_exchange_through_shared: block=32 | turns=i32[32]:0
extern "C" __global__ void late_exchange_through_shared(volatile int *turns)
{
    __shared__ int seen[32];
    int i = comes_late(turns);
    seen[i] = i;
    __syncwarp();
    demand(seen[31 - i] == 31 - i);
}

// run late_active_lanes: block=32 | turns=i32[32]:0
extern "C" __global__ void late_active_lanes(volatile int *turns)
{
    int i = comes_late(turns);
    unsigned mask = __activemask();
    demand(__ballot_sync(mask, 1) == mask);
    demand(mask >> i & 1);
}

// run late_tensor_product: block=32 | turns=i32[32]:0
extern "C" __global__ void late_tensor_product(volatile int *turns)
{
    __shared__ __align__(16) unsigned tile[32];
    int i = comes_late(turns);
    tile[i] = 0x3c003c00; // twice 1.0 in half precision
    __syncwarp();
    i = comes_late(turns);
    unsigned fragment, address = (unsigned)__cvta_generic_to_shared(&tile[i % 8 * 4]);
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(fragment) : "r"(address));
    demand(fragment == 0x3c003c00);
}

// run late_lane_never_votes: block=32 | turns=i32[32]:0
extern "C" __global__ void late_lane_never_votes(volatile int *turns)
{
    int i = comes_late(turns);
    if (i == 31)
        return;
    turns[i] = __ballot_sync(0xffffffff, i % 2); // find exited_lane
}

// run late_lanes_vote_elsewhere: block=32 | turns=i32[32]:0
extern "C" __global__ void late_lanes_vote_elsewhere(volatile int *turns)
{
    int i = comes_late(turns);
    if (i < 16)
        turns[i] = __ballot_sync(0xffffffff, i % 2); // find wrong_mask; may exited_lane
    else
        turns[i] = __shfl_xor_sync(0xffffffff, i, 1); // may wrong_mask; may exited_lane
}

// run late_lanes_reduce_with_another_mask: block=32 | turns=i32[32]:0
extern "C" __global__ void late_lanes_reduce_with_another_mask(volatile int *turns)
{
    int i = comes_late(turns);
    unsigned mask = i < 16 ? 0x0001ffff : 0xffff0000;
    turns[i] = __reduce_add_sync(mask, i); // find exited_lane
}
