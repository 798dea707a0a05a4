// Addresses of one space used in another, and the edges of the stack.

// run generic_address_as_shared: block=32 | c=i32[32]
extern "C" __global__ void generic_address_as_shared(int *c)
{
    __shared__ int tile[32];
    int x;
    tile[threadIdx.x] = threadIdx.x;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(x) : "l"(&tile[threadIdx.x]) : "memory"); // find wrong_space thread=0,0,0 buffer=tile says=shared
    c[threadIdx.x] = x;
}

// run shared_address_as_shared: block=32 | c=i32[32]
extern "C" __global__ void shared_address_as_shared(int *c)
{
    __shared__ int tile[32];
    int x;
    tile[threadIdx.x] = threadIdx.x;
    asm volatile("ld.shared.u32 %0, [%1];"
                 : "=r"(x)
                 : "r"((unsigned)__cvta_generic_to_shared(&tile[threadIdx.x]))
                 : "memory");
    c[threadIdx.x] = x;
}

// run shared_as_global: block=32 | c=i32[32]
extern "C" __global__ void shared_as_global(int *c)
{
    __shared__ int tile[32];
    int x;
    tile[threadIdx.x] = threadIdx.x;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(x) : "l"(&tile[threadIdx.x]) : "memory"); // find wrong_space thread=0,0,0 buffer=tile says=global
    c[threadIdx.x] = x;
}

// run global_as_shared: block=32 | c=i32[32]:0
extern "C" __global__ void global_as_shared(int *c)
{
    __shared__ int tile[32];
    tile[threadIdx.x] = 1;
    asm volatile("st.shared.u32 [%0], %1;" ::"l"(c + threadIdx.x), "r"(7) : "memory"); // find wrong_space thread=0,0,0 buffer=c says=shared
    c[threadIdx.x] = tile[threadIdx.x];
}

// run local_as_global: block=32 | c=i32[32] k=i32[32]:iota
extern "C" __global__ void local_as_global(int *c, const int *k)
{
    int own[4] = {1, 2, 3, 4}, x;
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(x) : "l"(&own[k[threadIdx.x] % 4]) : "memory"); // find wrong_space thread=0,0,0 says=local
    c[threadIdx.x] = x;
}

// run local_as_generic: block=32 | c=i32[32] k=i32[32]:iota
extern "C" __global__ void local_as_generic(int *c, const int *k)
{
    int own[4] = {1, 2, 3, 4}, x;
    asm volatile("ld.u32 %0, [%1];" : "=r"(x) : "l"(&own[k[threadIdx.x] % 4]) : "memory");
    c[threadIdx.x] = x;
}

// run global_as_constant: block=32 | a=i32[32]:iota c=i32[32]
extern "C" __global__ void global_as_constant(const int *a, int *c)
{
    int x;
    asm volatile("ld.const.u32 %0, [%1];" : "=r"(x) : "l"(a + threadIdx.x)); // find wrong_space thread=0,0,0 buffer=a says=constant
    c[threadIdx.x] = x;
}

__constant__ int weights[4] = {1, 2, 3, 4};

// run constant_through_a_pointer: block=32 | c=i32[32] k=1
extern "C" __global__ void constant_through_a_pointer(int *c, int k)
{
    int sum = 0;
    for (const int *w = weights + k; w < weights + 4; w++)
        sum += *w;
    c[threadIdx.x] = sum;
}

// run atomic_on_own_variable: block=32 build=debug | c=i32[32]
extern "C" __global__ void atomic_on_own_variable(int *c)
{
    int own = 0;
    atomicAdd(&own, 1); // find wrong_space thread=0,0,0 says=local
    c[threadIdx.x] = own;
}

// run below_the_stack: block=1 | c=i32[1] k=-100
extern "C" __global__ void below_the_stack(int *c, int k)
{
    volatile int own[4];
    own[0] = 1;
    c[0] = own[k]; // find out_of_bounds thread=0,0,0
}

__device__ __noinline__ int *outlives()
{
    int own[4];
    for (int i = 0; i < 4; i++)
        own[i] = i;
    asm volatile("" ::"l"(own) : "memory");
    return own;
}

// run pointer_into_a_frame_that_is_gone: block=1 build=debug | c=i32[1]
extern "C" __global__ void pointer_into_a_frame_that_is_gone(int *c)
{
    int *gone = outlives();
    c[0] = gone[1]; // find out_of_bounds thread=0,0,0
}
