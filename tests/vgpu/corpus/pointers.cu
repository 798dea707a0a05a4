// Null and wild pointers, memory from malloc, inputs that are not to be written, the stack.

struct list {
    list *next;
    int value;
};

// run follows_null: block=4 | start=i64[4]:0 c=i32[4]
extern "C" __global__ void follows_null(list **start, int *c)
{
    c[threadIdx.x] = start[threadIdx.x]->value; // find null_pointer thread=0,0,0
}

// run stops_at_null: block=4 | start=i64[4]:0 c=i32[4]
extern "C" __global__ void stops_at_null(list **start, int *c)
{
    list *at = start[threadIdx.x];
    c[threadIdx.x] = at ? at->value : -1;
}

// run writes_null_argument: block=4 | c=0
extern "C" __global__ void writes_null_argument(float *c)
{
    c[threadIdx.x] = 1.0f; // find null_pointer thread=0,0,0
}

// run wild_pointer: block=1 | c=i64[1]:123456789012345
extern "C" __global__ void wild_pointer(int **c)
{
    *c[0] = 1; // find out_of_bounds thread=0,0,0
}

// run uses_after_free: block=2 | c=i32[2]
extern "C" __global__ void uses_after_free(int *c)
{
    volatile int *p = (volatile int *)malloc(16);
    p[0] = 7;
    free((void *)p);
    c[threadIdx.x] = p[0]; // find use_after_free thread=0,0,0
}

// run uses_before_free: block=2 | c=i32[2]
extern "C" __global__ void uses_before_free(int *c)
{
    volatile int *p = (volatile int *)malloc(16);
    p[0] = 7;
    c[threadIdx.x] = p[0];
    free((void *)p);
}

// run frees_twice: block=1 | c=i64[1]
extern "C" __global__ void frees_twice(void **c)
{
    void *p = malloc(16);
    c[0] = p;
    free(p);
    free(c[0]); // find invalid_free thread=0,0,0
}

// run frees_what_was_not_allocated: block=1 | c=i32[4]:0
extern "C" __global__ void frees_what_was_not_allocated(int *c)
{
    free(c); // find invalid_free thread=0,0,0
}

// run frees_null: block=1 | c=i64[1]:0
extern "C" __global__ void frees_null(void **c)
{
    free(c[0]);
}

// run leaks: block=3 | c=i64[3]
extern "C" __global__ void leaks(void **c)
{
    c[threadIdx.x] = malloc(24); // find device_malloc_leak thread=0,0,0
}

// run leaks_one_of_two: block=1 | c=i64[2]
extern "C" __global__ void leaks_one_of_two(void **c)
{
    c[0] = malloc(24); // find device_malloc_leak thread=0,0,0
    c[1] = malloc(32);
    free(c[1]);
}

// run frees_all: block=3 | c=i64[3]
extern "C" __global__ void frees_all(void **c)
{
    c[threadIdx.x] = malloc(24);
    free(c[threadIdx.x]);
}

// run past_own_allocation: block=1 | n=5
extern "C" __global__ void past_own_allocation(int n)
{
    volatile int *p = (volatile int *)malloc(16);
    for (int i = 0; i < n; i++)
        p[i] = i; // find out_of_bounds thread=0,0,0 distance=0
    free((void *)p);
}

// run writes_input: block=32 | a=f32[32]:iota! c=f32[32]
extern "C" __global__ void writes_input(float *a, float *c)
{
    int i = threadIdx.x;
    float x = a[i] * 2.0f;
    a[i] = x; // find read_only thread=0,0,0 buffer=a distance=0
    c[i] = x;
}

// run reads_input: block=32 | a=f32[32]:iota! c=f32[32]
extern "C" __global__ void reads_input(float *a, float *c)
{
    c[threadIdx.x] = a[threadIdx.x] * 2.0f;
}

// run counts_in_input: block=32 | a=i32[4]:0!
extern "C" __global__ void counts_in_input(int *a)
{
    atomicAdd(&a[threadIdx.x % 4], 1); // find read_only buffer=a
}

// run recurses_for_ever: block=1 ends=fault | way=i32[4]:1 c=i32[1]
__device__ __noinline__ int depth(int n, int *way)
{
    volatile int frame[32];
    frame[n % 32] = n;
    if (way[n % 4] == 0)
        return frame[n % 32];
    return depth(n + 1, way) + frame[n % 32]; // find stack_overflow
}

extern "C" __global__ void recurses_for_ever(int *way, int *c)
{
    c[0] = depth(0, way);
}

__device__ __noinline__ int shallow(int n)
{
    volatile int frame[32];
    frame[n % 32] = n;
    return n <= 0 ? frame[0] : shallow(n - 1) + frame[n % 32];
}

// run recurses_twenty_times: block=32 | c=i32[32] n=20
extern "C" __global__ void recurses_twenty_times(int *c, int n)
{
    c[threadIdx.x] = shallow(n);
}
