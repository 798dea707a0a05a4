// What an exchange of a warp orders: its earlier reads before its later writes, and nothing else.

static __device__ float warp_sum(float x)
{
    for (int distance = 16; distance > 0; distance /= 2)
        x += __shfl_xor_sync(0xffffffff, x, distance);
    return x;
}

// run reads_row_then_shuffles_then_writes: block=64 | a=f32[64]:iota c=f32[64]
extern "C" __global__ void reads_row_then_shuffles_then_writes(const float *a, float *c)
{
    __shared__ float rows[2][32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    rows[warp][lane] = a[threadIdx.x];
    __syncwarp();
    for (int k = 0; k < 3; k++) {
        float total = warp_sum(rows[warp][31 - lane]);
        rows[warp][lane] = total + lane;
        __syncwarp();
    }
    c[threadIdx.x] = rows[warp][lane];
}

// run reads_row_then_votes_then_writes: block=32 | a=i32[32]:iota c=i32[32]
extern "C" __global__ void reads_row_then_votes_then_writes(const int *a, int *c)
{
    __shared__ int row[32];
    int lane = threadIdx.x;
    row[lane] = a[lane];
    __syncwarp();
    unsigned even = __ballot_sync(0xffffffff, row[31 - lane] % 2 == 0);
    row[lane] = even >> lane & 1;
    c[lane] = row[lane];
}

// run reads_row_then_reduces_then_adds: block=32 | a=i32[32]:iota c=i32[32]
extern "C" __global__ void reads_row_then_reduces_then_adds(const int *a, int *c)
{
    __shared__ int row[32];
    int lane = threadIdx.x;
    row[lane] = a[lane];
    __syncwarp();
    int most = __reduce_max_sync(0xffffffff, row[(lane + 1) % 32]);
    atomicAdd(&row[most - lane], 1);
    __syncwarp();
    c[lane] = row[lane];
}

// run reads_line_then_shuffles_then_writes: block=32 | c=f32[32]:iota
extern "C" __global__ void reads_line_then_shuffles_then_writes(float *c)
{
    int lane = threadIdx.x;
    float total = warp_sum(c[31 - lane]);
    c[lane] = total;
}

// run tiles_read_then_shuffle_then_write: block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void tiles_read_then_shuffle_then_write(const float *a, float *c)
{
    __shared__ float row[32];
    int lane = threadIdx.x;
    unsigned mask = 0xffu << lane / 8 * 8;
    row[lane] = a[lane];
    __syncwarp();
    float x = row[lane ^ 7];
    x += __shfl_xor_sync(mask, x, 4);
    row[lane] = x;
    c[lane] = row[lane];
}

// run writes_then_shuffles_then_reads: block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void writes_then_shuffles_then_reads(const float *a, float *c)
{
    __shared__ float row[32];
    int lane = threadIdx.x;
    row[lane] = a[lane];
    float total = warp_sum(a[31 - lane]);
    c[lane] = total + row[31 - lane]; // find race_read_after_write other=-2
}

// run writes_then_shuffles_then_writes: block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void writes_then_shuffles_then_writes(const float *a, float *c)
{
    __shared__ float row[32];
    int lane = threadIdx.x;
    row[lane] = a[lane];
    float total = warp_sum(a[31 - lane]);
    row[31 - lane] = total + lane; // find race_write_write other=-2
    c[lane] = row[31 - lane];
}

// run reads_row_then_writes: block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void reads_row_then_writes(const float *a, float *c)
{
    __shared__ float row[32];
    int lane = threadIdx.x;
    row[lane] = a[lane];
    __syncwarp();
    float x = row[31 - lane];
    row[lane] = x + 1; // find race_write_after_read other=-1
    c[lane] = warp_sum(x);
}

// run half_shuffles_then_other_half_writes: block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void half_shuffles_then_other_half_writes(const float *a, float *c)
{
    __shared__ float row[32];
    int lane = threadIdx.x;
    row[lane] = a[lane];
    __syncwarp();
    float x = 0;
    if (lane < 16) {
        x = row[31 - lane];
        x += __shfl_xor_sync(0x0000ffff, x, 1);
    } else {
        row[lane] = 1; // find race_write_after_read other=-3
    }
    c[lane] = x;
}

// run other_warp_writes_after_shuffle: block=64 | a=f32[32]:iota c=f32[64]
extern "C" __global__ void other_warp_writes_after_shuffle(const float *a, float *c)
{
    __shared__ float row[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32)
        row[lane] = a[lane];
    __syncthreads();
    float x = warp_sum(row[lane]);
    if (threadIdx.x >= 32)
        row[lane] = x; // find race_write_after_read other=-2
    c[threadIdx.x] = x;
}

// run reads_then_shuffles_many_times: block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void reads_then_shuffles_many_times(const float *a, float *c)
{
    __shared__ float row[32];
    int lane = threadIdx.x;
    row[lane] = a[lane];
    for (int k = 0; k < 700; k++) {
        __syncwarp();
        float x = row[31 - lane];
        x = __shfl_xor_sync(0xffffffff, x, 1) / 2;
        row[lane] = x;
    }
    c[lane] = row[lane];
}

// run tiles_exchange_by_turns: block=64 | a=f32[64]:iota c=f32[64]
extern "C" __global__ void tiles_exchange_by_turns(const float *a, float *c)
{
    __shared__ float row[64];
    int i = threadIdx.x;
    unsigned mask = 0xffu << i % 32 / 8 * 8;
    row[i] = a[i];
    __syncwarp(mask);
    for (int k = 0; k < 4; k++) {
        float x = row[i / 8 * 8 + (i + 1) % 8];
        x += __shfl_xor_sync(mask, x, 4);
        row[i] = x;
        __syncwarp(mask);
    }
    c[i] = row[i];
}

// run tiles_exchange_and_reach_the_next: block=32 | a=f32[32]:iota c=f32[32]
extern "C" __global__ void tiles_exchange_and_reach_the_next(const float *a, float *c)
{
    __shared__ float row[32];
    int i = threadIdx.x;
    unsigned mask = 0xffu << i / 8 * 8;
    row[i] = a[i];
    __syncwarp();
    float x = row[(i + 8) % 32];
    x += __shfl_xor_sync(mask, x, 4);
    row[i] = x; // find race_write_after_read buffer=row other=-2
    c[i] = row[i];
}
