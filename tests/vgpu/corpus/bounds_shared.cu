// Shared memory beyond its variables, static and dynamic, and arrays of a thread's own.

// run static_one_past: block=64 | c=f32[64]
extern "C" __global__ void static_one_past(float *c)
{
    __shared__ float tile[64];
    int i = threadIdx.x;
    tile[i + 1] = i; // find out_of_bounds thread=63,0,0 buffer=tile distance=0
    __syncthreads();
    c[i] = tile[i + (i == 0)];
}

// run static_inside: block=64 | c=f32[64]
extern "C" __global__ void static_inside(float *c)
{
    __shared__ float tile[65];
    int i = threadIdx.x;
    tile[i + 1] = i;
    __syncthreads();
    c[i] = tile[i + (i == 0)];
}

// run static_before_start: block=32 | c=f32[32]
extern "C" __global__ void static_before_start(float *c)
{
    __shared__ float tile[32];
    int i = threadIdx.x;
    tile[i] = i;
    __syncthreads();
    c[i] = tile[i - 1]; // find out_of_bounds thread=0,0,0 buffer=tile distance=-4
}

// run neighbour_is_other_variable: block=32 | c=f32[32]
extern "C" __global__ void neighbour_is_other_variable(float *c)
{
    __shared__ float first[32], second[32];
    int i = threadIdx.x;
    first[i] = i;
    second[i] = -i;
    __syncthreads();
    c[i] = first[i + 16] + second[31 - i]; // find out_of_bounds thread=16,0,0 buffer=first distance=0
}

// run two_variables: block=32 | c=f32[32]
extern "C" __global__ void two_variables(float *c)
{
    __shared__ float first[32], second[32];
    int i = threadIdx.x;
    first[i] = i;
    second[i] = -i;
    __syncthreads();
    c[i] = first[(i + 16) % 32] + second[31 - i];
}

// run dynamic_too_small: block=64 shared=252 | c=f32[64]
extern "C" __global__ void dynamic_too_small(float *c)
{
    extern __shared__ float pool[];
    pool[threadIdx.x] = threadIdx.x; // find out_of_bounds thread=63,0,0 buffer=pool distance=0
    __syncthreads();
    c[threadIdx.x] = pool[threadIdx.x / 2];
}

// run dynamic_large_enough: block=64 shared=256 | c=f32[64]
extern "C" __global__ void dynamic_large_enough(float *c)
{
    extern __shared__ float pool[];
    pool[threadIdx.x] = threadIdx.x;
    __syncthreads();
    c[threadIdx.x] = pool[63 - threadIdx.x];
}

// run dynamic_forgotten: block=32 | c=f32[32]:0
extern "C" __global__ void dynamic_forgotten(float *c)
{
    extern __shared__ float pool[];
    pool[threadIdx.x] = threadIdx.x; // find out_of_bounds thread=0,0,0
    __syncthreads();
    if (c[0] > 1.0f)
        c[threadIdx.x] = pool[threadIdx.x];
}

// run column_of_unpadded_tile: block=16,16 | c=f32[256]
extern "C" __global__ void column_of_unpadded_tile(float *c)
{
    __shared__ float tile[16 * 16];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y * 17 + x] = x; // find out_of_bounds thread=1,15,0 buffer=tile distance=0
    __syncthreads();
    c[y * 16 + x] = tile[x * 17];
}

// run column_of_padded_tile: block=16,16 | c=f32[256]
extern "C" __global__ void column_of_padded_tile(float *c)
{
    __shared__ float tile[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = x;
    __syncthreads();
    c[y * 16 + x] = tile[x][y];
}

// run shared_atomic_past: block=32 | c=i32[8]
extern "C" __global__ void shared_atomic_past(int *c)
{
    __shared__ int bins[8];
    if (threadIdx.x < 8)
        bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[threadIdx.x % 9], 1); // find out_of_bounds thread=8,0,0 buffer=bins distance=0
    __syncthreads();
    if (threadIdx.x < 8)
        c[threadIdx.x] = bins[threadIdx.x];
}

// run local_array_past: block=32 | k=i32[32]:iota c=i32[32] n=9
extern "C" __global__ void local_array_past(const int *k, int *c, int n)
{
    int own[8];
    for (int i = 0; i < n; i++)
        own[i] = i * (int)threadIdx.x; // find out_of_bounds thread=0,0,0 distance=0
    c[threadIdx.x] = own[k[threadIdx.x] % 8];
}

// run local_array_inside: block=32 | k=i32[32]:iota c=i32[32] n=8
extern "C" __global__ void local_array_inside(const int *k, int *c, int n)
{
    int own[8];
    for (int i = 0; i < n; i++)
        own[i] = i * (int)threadIdx.x;
    c[threadIdx.x] = own[k[threadIdx.x] % 8];
}

// run far_past_the_first: block=32 | c=f32[32] n=80
extern "C" __global__ void far_past_the_first(float *c, int n)
{
    __shared__ float first[32];
    __shared__ float second[32];
    first[threadIdx.x] = 1;
    second[threadIdx.x] = 2;
    __syncthreads();
    c[threadIdx.x] = first[threadIdx.x * n / 31] + second[31 - threadIdx.x]; // find out_of_bounds buffer=first says=past_the_end_of_first
}

// run index_lands_in_another_array: block=32 | a=i32[32]:iota c=i32[32] n=64
extern "C" __global__ void index_lands_in_another_array(const int *a, int *c, int n)
{
    __shared__ int counts[32], names[512];
    int i = threadIdx.x;
    counts[i] = 0;
    for (int k = i; k < 512; k += 32)
        names[k] = k;
    __syncthreads();
    counts[a[i] + n] += 1; // find out_of_bounds build=optimised buffer=counts says=inside_names; may out_of_bounds build=debug; may uninitialised_shared build=debug
    __syncthreads();
    c[i] = counts[i] + names[i];
}

// run atomic_lands_in_another_array: block=32 | a=i32[32]:iota c=i32[32] n=64
extern "C" __global__ void atomic_lands_in_another_array(const int *a, int *c, int n)
{
    __shared__ int counts[32], names[512];
    int i = threadIdx.x;
    counts[i] = 0;
    for (int k = i; k < 512; k += 32)
        names[k] = k;
    __syncthreads();
    atomicAdd(&counts[a[i] + n], 1); // find out_of_bounds build=optimised buffer=counts says=inside_names; may out_of_bounds build=debug
    __syncthreads();
    c[i] = counts[i] + names[i];
}

// run either_of_two_arrays: block=32 | a=i32[32]:iota c=i32[32] n=3
extern "C" __global__ void either_of_two_arrays(const int *a, int *c, int n)
{
    __shared__ int one[64], other[64];
    int i = threadIdx.x;
    int *from = one, *to = other;
    one[i] = one[i + 32] = a[i];
    __syncthreads();
    for (int k = 0; k < n; k++) {
        to[i] = from[i + 1] + k;
        to[i + 32] = from[31 - i];
        __syncthreads();
        int *swap = from;
        from = to;
        to = swap;
    }
    c[i] = from[i] + (int)(to - from > 0 ? from[i + 32] : to[i]);
}

// run one_pool_in_parts: block=32 shared=512 | a=i32[32]:iota c=i32[32] n=64
extern "C" __global__ void one_pool_in_parts(const int *a, int *c, int n)
{
    extern __shared__ int parts[];
    __shared__ int total;
    int i = threadIdx.x, *second = parts + n;
    parts[i] = a[i];
    second[i] = -a[i];
    if (i == 0)
        total = 0;
    __syncthreads();
    atomicAdd(&total, second[31 - i] + parts[i]);
    __syncthreads();
    c[i] = total + second[i - n];
}

// run distance_of_two_arrays: block=32 | a=i32[32]:iota c=i32[32]
extern "C" __global__ void distance_of_two_arrays(const int *a, int *c)
{
    __shared__ int one[32], other[32];
    int i = threadIdx.x;
    one[i] = a[i];
    other[i] = -a[i];
    __syncthreads();
    unsigned from = (unsigned)__cvta_generic_to_shared(one), to = (unsigned)__cvta_generic_to_shared(other), value;
    unsigned distance;
    asm volatile("sub.u32 %0, %1, %2;" : "=r"(distance) : "r"(to), "r"(from));
    asm volatile("{ .reg .u32 at; add.u32 at, %1, %2; ld.shared.u32 %0, [at]; }" : "=r"(value) : "r"(from + 4 * i), "r"(distance));
    c[i] = value;
}
