// mbarrier objects: producers and consumers, counts that do not fit, asynchronous copies that are not waited for.

__device__ unsigned address_of(const void *p)
{
    return (unsigned)__cvta_generic_to_shared(p);
}

__device__ void init(unsigned long long *bar, int count)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address_of(bar)), "r"(count) : "memory");
}

__device__ void arrive(unsigned long long *bar)
{
    asm volatile("{ .reg .b64 token; mbarrier.arrive.shared.b64 token, [%0]; }" ::"r"(address_of(bar)) : "memory");
}


// run producer_and_consumer: block=64 | c=i32[32]
extern "C" __global__ void producer_and_consumer(int *c)
{
    __shared__ unsigned long long full;
    __shared__ int tile[32];
    int i = threadIdx.x;
    if (i == 0)
        init(&full, 32);
    __syncthreads();
    if (i < 32) {
        tile[i] = i;
        arrive(&full);
    } else {
        asm volatile("{ .reg .pred done;\nwaits: mbarrier.test_wait.parity.shared.b64 done, [%0], 0;\n@!done bra waits; }" ::"r"(
                         address_of(&full))
                     : "memory");
        c[i - 32] = tile[63 - i];
    }
}

// run consumer_does_not_wait: block=64 | c=i32[32]
extern "C" __global__ void consumer_does_not_wait(int *c)
{
    __shared__ unsigned long long full;
    __shared__ int tile[32];
    int i = threadIdx.x;
    if (i == 0)
        init(&full, 33); // one more than arrive
    __syncthreads();
    if (i < 32) {
        tile[i] = i;
        arrive(&full);
    } else {
        c[i - 32] = tile[63 - i]; // find race_read_after_write buffer=tile
    }
}

// run more_arrive_than_expected: block=32 | c=i32[32]
extern "C" __global__ void more_arrive_than_expected(int *c)
{
    __shared__ unsigned long long full;
    if (threadIdx.x == 0) {
        init(&full, 1);
        asm volatile("{ .reg .b64 token; mbarrier.arrive.noComplete.shared.b64 token, [%0], 2; }" ::"r"(address_of(&full))); // find barrier_misuse thread=0,0,0
    }
    c[threadIdx.x] = 1;
}

// run as_many_arrive_as_expected: block=32 | c=i32[32]
extern "C" __global__ void as_many_arrive_as_expected(int *c)
{
    __shared__ unsigned long long full;
    if (threadIdx.x == 0) {
        init(&full, 3);
        asm volatile("{ .reg .b64 token; mbarrier.arrive.noComplete.shared.b64 token, [%0], 2; }" ::"r"(address_of(&full)));
    }
    c[threadIdx.x] = 1;
}

// run initialised_for_nobody: block=32 | c=i32[32]
extern "C" __global__ void initialised_for_nobody(int *c)
{
    __shared__ unsigned long long full;
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], 0;" ::"r"(address_of(&full))); // find barrier_misuse thread=0,0,0
    c[threadIdx.x] = 1;
}

// run arrives_before_init: block=32 | c=i32[32]
extern "C" __global__ void arrives_before_init(int *c)
{
    __shared__ unsigned long long full;
    if (threadIdx.x == 0)
        asm volatile("{ .reg .b64 token; mbarrier.arrive.shared.b64 token, [%0]; }" ::"r"(address_of(&full))); // find uninitialised_shared thread=0,0,0; may barrier_misuse
    c[threadIdx.x] = 1;
}

// run copies_and_waits: block=32 | a=i32[32]:iota c=i32[32]
extern "C" __global__ void copies_and_waits(const int *a, int *c)
{
    __shared__ int tile[32];
    int i = threadIdx.x;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\ncp.async.wait_all;" ::"r"(address_of(&tile[i])), "l"(a + i)
                 : "memory");
    __syncthreads();
    c[i] = tile[31 - i];
}

// run copies_and_does_not_wait: block=32 | a=i32[32]:iota c=i32[32]
extern "C" __global__ void copies_and_does_not_wait(const int *a, int *c)
{
    __shared__ int tile[32];
    int i = threadIdx.x;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address_of(&tile[i])), "l"(a + i) : "memory");
    __syncthreads();
    c[i] = tile[31 - i]; // find uninitialised_shared buffer=tile; find race_read_after_write buffer=tile says=not_waited_for
}

// As macros, since findings are in the line of the function that the instruction stands in.
#define INIT(bar, count) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(address_of(bar)), "r"(count) : "memory")
#define ARRIVE(bar) \
    asm volatile("{ .reg .b64 token; mbarrier.arrive.shared.b64 token, [%0]; }" ::"r"(address_of(bar)) : "memory")
#define WAIT(bar, parity) \
    asm volatile("{ .reg .pred done;\nwaits: mbarrier.test_wait.parity.shared.b64 done, [%0], %1;\n@!done bra waits; }" ::"r"( \
                     address_of(bar)), "r"(parity) : "memory")

// run initialised_again_while_in_use: block=32 | c=i32[32]
extern "C" __global__ void initialised_again_while_in_use(int *c)
{
    __shared__ unsigned long long full;
    if (threadIdx.x == 0) {
        INIT(&full, 2);
        ARRIVE(&full);
        INIT(&full, 2); // find barrier_misuse thread=0,0,0 says=still
    }
    c[threadIdx.x] = 1;
}

// run initialised_again_between_phases: block=32 | c=i32[32]
extern "C" __global__ void initialised_again_between_phases(int *c)
{
    __shared__ unsigned long long full;
    if (threadIdx.x == 0) {
        INIT(&full, 1);
        ARRIVE(&full);
        asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(address_of(&full)) : "memory");
        INIT(&full, 2);
    }
    c[threadIdx.x] = 1;
}

// run used_after_it_was_invalidated: block=32 | c=i32[32]
extern "C" __global__ void used_after_it_was_invalidated(int *c)
{
    __shared__ unsigned long long full;
    if (threadIdx.x == 0) {
        INIT(&full, 1);
        asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(address_of(&full)) : "memory");
        ARRIVE(&full); // find barrier_misuse thread=0,0,0 says=not_initialised; may barrier_misuse says=more_threads
    }
    c[threadIdx.x] = 1;
}

// run waits_for_the_wrong_phase: block=64 ends=deadlock | c=i32[64]
extern "C" __global__ void waits_for_the_wrong_phase(int *c)
{
    __shared__ unsigned long long full;
    if (threadIdx.x == 0)
        INIT(&full, 64);
    __syncthreads();
    ARRIVE(&full);
    WAIT(&full, 1); // find deadlock says=phase_1_(by_parity)_of_the_mbarrier_full,_of_which_64_of_64
    c[threadIdx.x] = 1;
}

// run one_arrival_is_missing: block=64 ends=deadlock | c=i32[64]
extern "C" __global__ void one_arrival_is_missing(int *c)
{
    __shared__ unsigned long long full;
    if (threadIdx.x == 0)
        INIT(&full, 64);
    __syncthreads();
    if (threadIdx.x != 63)
        ARRIVE(&full);
    WAIT(&full, 0); // find deadlock says=1_of_64_arrivals
    c[threadIdx.x] = 1;
}

// run two_phases_in_turn: block=64 | c=i32[64]
extern "C" __global__ void two_phases_in_turn(int *c)
{
    __shared__ unsigned long long full;
    __shared__ int tile[64];
    int i = threadIdx.x;
    if (i == 0)
        INIT(&full, 64);
    __syncthreads();
    for (int k = 0; k < 4; k++) {
        tile[i] = i + k;
        ARRIVE(&full);
        WAIT(&full, k % 2);
        c[i] = tile[63 - i];
        __syncthreads();
    }
}

// run phase_orders_only_who_waited: block=96 | c=i32[32]
extern "C" __global__ void phase_orders_only_who_waited(int *c)
{
    __shared__ unsigned long long full;
    __shared__ int tile[32];
    int i = threadIdx.x;
    if (i == 0)
        INIT(&full, 32);
    __syncthreads();
    if (i < 32) {
        tile[i] = i;
        ARRIVE(&full);
    } else if (i < 64) {
        WAIT(&full, 0);
    } else {
        c[i - 64] = tile[95 - i]; // find race_read_after_write buffer=tile
    }
}

__device__ void copy_arrives(unsigned long long *bar, int *to, const int *from)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address_of(to)), "l"(from) : "memory");
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(address_of(bar)) : "memory");
}

__device__ void wait_parity(unsigned long long *bar, int parity)
{
    asm volatile("{ .reg .pred done;\nwaits_%=: mbarrier.test_wait.parity.shared.b64 done, [%0], %1;\n@!done bra waits_%=; }" ::"r"(
                     address_of(bar)),
                 "r"(parity)
                 : "memory");
}

// run copies_arrive_for_another_warp: block=64 | a=i32[128]:iota c=i32[128]
extern "C" __global__ void copies_arrive_for_another_warp(const int *a, int *c)
{
    __shared__ unsigned long long full[2], empty[2];
    __shared__ int tile[2][32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 2) {
        init(&full[threadIdx.x], 32);
        init(&empty[threadIdx.x], 32);
    }
    __syncthreads();
    for (int k = 0; k < 4; k++) {
        if (threadIdx.x < 32) {
            wait_parity(&empty[k % 2], k / 2 % 2 ^ 1);
            copy_arrives(&full[k % 2], &tile[k % 2][lane], &a[32 * k + lane]);
        } else {
            wait_parity(&full[k % 2], k / 2 % 2);
            c[32 * k + lane] = tile[k % 2][31 - lane];
            arrive(&empty[k % 2]);
        }
    }
}

// run copies_arrive_into_a_tile_in_use: block=64 | a=i32[64]:iota c=i32[64]
extern "C" __global__ void copies_arrive_into_a_tile_in_use(const int *a, int *c)
{
    __shared__ unsigned long long full[2];
    __shared__ int tile[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 2)
        init(&full[threadIdx.x], 32);
    __syncthreads();
    for (int k = 0; k < 2; k++) {
        if (threadIdx.x < 32) {
            copy_arrives(&full[k], &tile[lane], &a[32 * k + lane]); // may race_write_after_read buffer=tile
        } else {
            wait_parity(&full[k], 0);
            c[32 * k + lane] = tile[31 - lane]; // find race_read_after_write buffer=tile
        }
    }
}

// run narrow_source: block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void narrow_source(const float *a, float *c)
{
    __shared__ float tile[32];
    unsigned from = (unsigned)(size_t)(a + threadIdx.x);
    tile[threadIdx.x] = 0;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\ncp.async.wait_all;" ::"r"(address_of(tile + threadIdx.x)), "r"(from) : "memory"); // find out_of_bounds; may null_pointer
    c[threadIdx.x] = tile[threadIdx.x];
}
