// Memory that is read before anybody wrote it.

// run sums_into_fresh_output: block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void sums_into_fresh_output(const float *a, float *c)
{
    c[threadIdx.x] += a[threadIdx.x]; // find uninitialised_global thread=0,0,0 buffer=c distance=0
}

// run sums_into_zeroed_output: block=32 | a=f32[32]:iota c=f32[32]:0
extern "C" __global__ void sums_into_zeroed_output(const float *a, float *c)
{
    c[threadIdx.x] += a[threadIdx.x];
}

// run counts_into_fresh_bins: block=32 | bins=i32[4]
extern "C" __global__ void counts_into_fresh_bins(int *bins)
{
    atomicAdd(&bins[threadIdx.x % 4], 1); // find uninitialised_global thread=0,0,0 buffer=bins
}

// run swaps_out_fresh_value: block=1 | slot=i32[1] c=i32[1]
extern "C" __global__ void swaps_out_fresh_value(int *slot, int *c)
{
    c[0] = atomicExch(slot, 5); // find uninitialised_global buffer=slot
}

// run fills_half: block=16 | c=f32[32]
extern "C" __global__ void fills_half(float *c)
{
    c[threadIdx.x] = 1.0f;
}

// run reads_the_other_half: block=32 | c=f32[32] d=f32[32]
extern "C" __global__ void reads_the_other_half(float *c, float *d)
{
    int i = threadIdx.x;
    if (i < 16)
        c[i] = 1.0f;
    __syncthreads();
    d[i] = c[i]; // find uninitialised_global thread=16,0,0 buffer=c
}

// run skips_border_of_tile: block=64 | c=f32[64]
extern "C" __global__ void skips_border_of_tile(float *c)
{
    __shared__ float tile[66];
    int i = threadIdx.x;
    tile[i + 1] = i;
    __syncthreads();
    c[i] = tile[i] + tile[i + 2]; // find uninitialised_shared buffer=tile
}

// run fills_border_of_tile: block=64 | c=f32[64]
extern "C" __global__ void fills_border_of_tile(float *c)
{
    __shared__ float tile[66];
    int i = threadIdx.x;
    tile[i + 1] = i;
    if (i == 0)
        tile[0] = tile[65] = 0;
    __syncthreads();
    c[i] = tile[i] + tile[i + 2];
}

// run dynamic_tail_unset: block=32 shared=512 | c=f32[32]
extern "C" __global__ void dynamic_tail_unset(float *c)
{
    extern __shared__ float pool[];
    pool[threadIdx.x] = threadIdx.x;
    __syncthreads();
    c[threadIdx.x] = pool[threadIdx.x + 1]; // find uninitialised_shared thread=31,0,0 buffer=pool distance=0
}

// run dynamic_tail_set: block=32 shared=512 | c=f32[32]
extern "C" __global__ void dynamic_tail_set(float *c)
{
    extern __shared__ float pool[];
    pool[threadIdx.x] = threadIdx.x;
    pool[threadIdx.x + 32] = 0;
    __syncthreads();
    c[threadIdx.x] = pool[threadIdx.x + 1];
}

// run forgets_partial_sums: block=64 | a=f32[64]:iota c=f32[1]
extern "C" __global__ void forgets_partial_sums(const float *a, float *c)
{
    __shared__ float sums[32];
    float x = a[threadIdx.x];
    for (int step = 16; step > 0; step /= 2)
        x += __shfl_down_sync(~0u, x, step);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = x;
    __syncthreads();
    if (threadIdx.x < 32) {
        x = sums[threadIdx.x]; // find uninitialised_shared thread=2,0,0 buffer=sums
        for (int step = 16; step > 0; step /= 2)
            x += __shfl_down_sync(~0u, x, step);
        if (threadIdx.x == 0)
            c[0] = x;
    }
}

// run takes_partial_sums: block=64 | a=f32[64]:iota c=f32[1]
extern "C" __global__ void takes_partial_sums(const float *a, float *c)
{
    __shared__ float sums[32];
    float x = a[threadIdx.x];
    for (int step = 16; step > 0; step /= 2)
        x += __shfl_down_sync(~0u, x, step);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = x;
    __syncthreads();
    if (threadIdx.x < 32) {
        x = threadIdx.x < blockDim.x / 32 ? sums[threadIdx.x] : 0.0f;
        for (int step = 16; step > 0; step /= 2)
            x += __shfl_down_sync(~0u, x, step);
        if (threadIdx.x == 0)
            c[0] = x;
    }
}

// run module_variable_is_zero: block=4 | c=i32[4]
__device__ int zeros[4];
extern "C" __global__ void module_variable_is_zero(int *c)
{
    c[threadIdx.x] = zeros[threadIdx.x];
}

// run fresh_heap: block=1 | c=i32[1]
extern "C" __global__ void fresh_heap(int *c)
{
    volatile int *p = (volatile int *)malloc(16);
    p[0] = 1;
    c[0] = p[1]; // find uninitialised_global
    free((void *)p);
}

struct sample {
    char tag;
    int value;
};

// run copies_padding: block=8 | to=i32[16]?
extern "C" __global__ void copies_padding(sample *to)
{
    sample own;
    own.tag = (char)threadIdx.x;
    own.value = threadIdx.x;
    to[threadIdx.x] = own;
}

// run copies_padding_between_buffers: block=8 | from=i32[16]? to=i32[16]?
extern "C" __global__ void copies_padding_between_buffers(sample *from, sample *to)
{
    from[threadIdx.x].tag = 1;
    from[threadIdx.x].value = 2;
    sample own;
    own.tag = from[threadIdx.x].tag;
    own.value = from[threadIdx.x].value;
    to[threadIdx.x] = own;
}

// run half_of_a_struct: block=8 | from=i32[16] c=i32[8]
extern "C" __global__ void half_of_a_struct(sample *from, int *c)
{
    from[threadIdx.x].tag = 1;
    c[threadIdx.x] = from[threadIdx.x].value; // find uninitialised_global thread=0,0,0 buffer=from
}
