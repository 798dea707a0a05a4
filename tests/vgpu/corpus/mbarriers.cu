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
    c[i] = tile[31 - i]; // find uninitialised_shared buffer=tile
}
