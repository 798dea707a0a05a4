// Threads of one block that meet in shared memory.

// run missing_barrier_before_read: block=64 | c=f32[64]
extern "C" __global__ void missing_barrier_before_read(float *c)
{
    __shared__ float tile[64];
    int i = threadIdx.x;
    tile[i] = i; // find race_write_after_read thread=32,0,0 other=1 buffer=tile
    c[i] = tile[63 - i]; // find race_read_after_write thread=32,0,0 other=-1 buffer=tile; find uninitialised_shared thread=0,0,0 buffer=tile
}

// run barrier_before_read: block=64 | c=f32[64]
extern "C" __global__ void barrier_before_read(float *c)
{
    __shared__ float tile[64];
    int i = threadIdx.x;
    tile[i] = i;
    __syncthreads();
    c[i] = tile[63 - i];
}

// run missing_barrier_in_loop: block=64 | a=f32[256]:iota c=f32[64]
extern "C" __global__ void missing_barrier_in_loop(const float *a, float *c)
{
    __shared__ float tile[64];
    int i = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 4; k++) {
        tile[i] = a[k * 64 + i]; // find race_write_after_read thread=1,0,0 buffer=tile other=2
        __syncthreads();
        sum += tile[(i + 1) % 64]; // may race_read_after_write buffer=tile
    }
    c[i] = sum;
}

// run two_barriers_in_loop: block=64 | a=f32[256]:iota c=f32[64]
extern "C" __global__ void two_barriers_in_loop(const float *a, float *c)
{
    __shared__ float tile[64];
    int i = threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 4; k++) {
        tile[i] = a[k * 64 + i];
        __syncthreads();
        sum += tile[(i + 1) % 64];
        __syncthreads();
    }
    c[i] = sum;
}

// run all_write_one_word: block=64 | c=i32[64]
extern "C" __global__ void all_write_one_word(int *c)
{
    __shared__ int last;
    last = threadIdx.x; // find race_write_write thread=1,0,0 buffer=last other=0
    __syncthreads();
    c[threadIdx.x] = last;
}

// run one_writes_one_word: block=64 | c=i32[64]
extern "C" __global__ void one_writes_one_word(int *c)
{
    __shared__ int last;
    if (threadIdx.x == 63)
        last = threadIdx.x;
    __syncthreads();
    c[threadIdx.x] = last;
}

// run all_write_the_same: block=64 | c=i32[64]
extern "C" __global__ void all_write_the_same(int *c)
{
    __shared__ int flag;
    *(volatile int *)&flag = 1; // find race_same_value buffer=flag
    __syncthreads();
    c[threadIdx.x] = flag;
}

// run reduces_without_syncwarp: block=32 | a=f32[32]:iota c=f32[1]
extern "C" __global__ void reduces_without_syncwarp(const float *a, float *c)
{
    __shared__ float sums[64];
    int i = threadIdx.x;
    sums[i] = a[i];
    sums[i + 32] = 0;
    for (int step = 16; step > 0; step /= 2) {
        float other = ((volatile float *)sums)[i + step]; // find race_read_after_write buffer=sums; may uninitialised_shared buffer=sums
        sums[i] += other;             // find race_write_after_read buffer=sums
    }
    if (i == 0)
        c[0] = sums[0];
}

// run reduces_with_syncwarp: block=32 | a=f32[32]:iota c=f32[1]
extern "C" __global__ void reduces_with_syncwarp(const float *a, float *c)
{
    __shared__ float sums[64];
    int i = threadIdx.x;
    sums[i] = a[i];
    sums[i + 32] = 0;
    __syncwarp();
    for (int step = 16; step > 0; step /= 2) {
        float other = sums[i + step];
        __syncwarp();
        sums[i] += other;
        __syncwarp();
    }
    if (i == 0)
        c[0] = sums[0];
}

// run syncwarp_between_warps: block=64 | c=f32[64]
extern "C" __global__ void syncwarp_between_warps(float *c)
{
    __shared__ float tile[64];
    int i = threadIdx.x;
    tile[i] = i;
    __syncwarp();
    if (i >= 32)
        c[i] = tile[i - 32]; // find race_read_after_write thread=32,0,0 buffer=tile other=-3
}

// run syncwarp_within_warp: block=64 | c=f32[64]
extern "C" __global__ void syncwarp_within_warp(float *c)
{
    __shared__ float tile[64];
    int i = threadIdx.x;
    tile[i] = i;
    __syncwarp();
    c[i] = tile[i ^ 1];
}

// run shuffles_instead: block=32 | a=f32[32]:iota c=f32[1]
extern "C" __global__ void shuffles_instead(const float *a, float *c)
{
    float x = a[threadIdx.x];
    for (int step = 16; step > 0; step /= 2)
        x += __shfl_xor_sync(~0u, x, step);
    if (threadIdx.x == 0)
        c[0] = x;
}

// run histogram_without_atomics: block=64 | c=i32[4]
extern "C" __global__ void histogram_without_atomics(int *c)
{
    __shared__ int bins[4];
    if (threadIdx.x < 4)
        bins[threadIdx.x] = 0;
    __syncthreads();
    bins[threadIdx.x % 4]++; // find race_write_after_read buffer=bins; may race_write_write buffer=bins; may race_read_after_write buffer=bins; may race_same_value buffer=bins
    __syncthreads();
    if (threadIdx.x < 4)
        c[threadIdx.x] = bins[threadIdx.x];
}

// run histogram_with_atomics: block=64 | c=i32[4]
extern "C" __global__ void histogram_with_atomics(int *c)
{
    __shared__ int bins[4];
    if (threadIdx.x < 4)
        bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[threadIdx.x % 4], 1);
    __syncthreads();
    if (threadIdx.x < 4)
        c[threadIdx.x] = bins[threadIdx.x];
}

// run zeroes_beside_atomics: block=64 | c=i32[4]
extern "C" __global__ void zeroes_beside_atomics(int *c)
{
    __shared__ int bins[4];
    if (threadIdx.x < 4)
        bins[threadIdx.x] = 0;
    atomicAdd(&bins[threadIdx.x % 4], 1); // find race_atomic buffer=bins
    __syncthreads();
    if (threadIdx.x < 4)
        c[threadIdx.x] = bins[threadIdx.x];
}

// run reads_beside_atomics: block=64 | c=i32[64]
extern "C" __global__ void reads_beside_atomics(int *c)
{
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    atomicAdd(&count, 1); // find race_atomic buffer=count other=1
    c[threadIdx.x] = count; // find race_atomic buffer=count
}

// run double_buffer: block=64 | a=f32[64]:iota c=f32[64]
extern "C" __global__ void double_buffer(const float *a, float *c)
{
    __shared__ float tiles[2][64];
    int i = threadIdx.x, from = 0;
    tiles[0][i] = a[i];
    __syncthreads();
    for (int step = 1; step < 64; step *= 2) {
        tiles[1 - from][i] = tiles[from][i] + (i >= step ? tiles[from][i - step] : 0.0f);
        __syncthreads();
        from = 1 - from;
    }
    c[i] = tiles[from][i];
}

// run single_buffer_scan: block=64 | a=f32[64]:iota c=f32[64]
extern "C" __global__ void single_buffer_scan(const float *a, float *c)
{
    __shared__ float tile[64];
    int i = threadIdx.x;
    tile[i] = a[i];
    __syncthreads();
    for (int step = 1; step < 64; step *= 2) {
        float left = i >= step ? tile[i - step] : 0.0f; // may race_read_after_write buffer=tile
        tile[i] += left;                               // find race_write_after_read buffer=tile
        __syncthreads();
    }
    c[i] = tile[i];
}

// run bytes_side_by_side: block=64 | c=u8[64]
extern "C" __global__ void bytes_side_by_side(unsigned char *c)
{
    __shared__ unsigned char bytes[64];
    bytes[threadIdx.x] = threadIdx.x;
    __syncthreads();
    c[threadIdx.x] = bytes[63 - threadIdx.x];
}

// run own_elements_only: block=64 | c=f32[64]
extern "C" __global__ void own_elements_only(float *c)
{
    __shared__ float own[64];
    own[threadIdx.x] = threadIdx.x;
    own[threadIdx.x] += 1;
    c[threadIdx.x] = own[threadIdx.x];
}

// run named_barrier_for_half: block=128 | c=f32[128]
extern "C" __global__ void named_barrier_for_half(float *c)
{
    __shared__ float tile[128];
    int i = threadIdx.x;
    tile[i] = i;
    if (i < 64)
        asm volatile("bar.sync 1, 64;" ::: "memory");
    else
        asm volatile("bar.sync 2, 64;" ::: "memory");
    c[i] = tile[i ^ 63];
}

// run named_barrier_of_the_other_half: block=128 | c=f32[128]
extern "C" __global__ void named_barrier_of_the_other_half(float *c)
{
    __shared__ float tile[128];
    int i = threadIdx.x;
    tile[i] = i;
    if (i < 64)
        asm volatile("bar.sync 1, 64;" ::: "memory");
    else
        asm volatile("bar.sync 2, 64;" ::: "memory");
    c[i] = tile[i ^ 127]; // may race_read_after_write buffer=tile
}

// run producer_consumer_by_named_barrier: block=64 | c=f32[32]
extern "C" __global__ void producer_consumer_by_named_barrier(float *c)
{
    __shared__ float tile[32];
    int i = threadIdx.x;
    if (i < 32) {
        tile[i] = i;
        __threadfence_block();
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 1, 64;" ::: "memory");
        c[i - 32] = tile[63 - i];
    }
}

// run barrier_with_count: block=64 | c=i32[64]
extern "C" __global__ void barrier_with_count(int *c)
{
    __shared__ int tile[64];
    tile[threadIdx.x] = threadIdx.x;
    int many = __syncthreads_count(threadIdx.x % 2);
    c[threadIdx.x] = tile[63 - threadIdx.x] + many;
}

// run volatile_is_no_barrier: block=64 | c=i32[32]
extern "C" __global__ void volatile_is_no_barrier(int *c)
{
    __shared__ volatile int tile[64];
    tile[threadIdx.x] = threadIdx.x;
    if (threadIdx.x >= 32)
        c[threadIdx.x - 32] = tile[threadIdx.x - 32]; // find race_read_after_write buffer=tile
}
