// Words of shared memory that several threads read before one writes.

// run read_by_warp_then_written: block=64 | c=f32[64]
extern "C" __global__ void read_by_warp_then_written(float *c)
{
    __shared__ float tile[64];
    int i = threadIdx.x, lane = i % 32;
    float *mine = tile + i / 32 * 32;
    mine[lane] = i;
    __syncwarp();
    float sum = mine[0] + mine[1];
    __syncwarp();
    if (lane == 0)
        mine[0] = sum;
    __syncwarp();
    c[i] = mine[0];
}

// run read_in_pairs_then_written: block=64 | c=f32[64]
extern "C" __global__ void read_in_pairs_then_written(float *c)
{
    __shared__ float tile[64];
    int i = threadIdx.x;
    tile[i] = i;
    __syncwarp();
    float even = tile[i / 2 * 2];
    __syncwarp();
    tile[i] = even + 1;
    __syncwarp();
    c[i] = tile[i];
}

// run read_by_reader_and_another: block=64 | c=f32[64]
extern "C" __global__ void read_by_reader_and_another(float *c)
{
    __shared__ float tile[128];
    int i = threadIdx.x;
    tile[i] = i;
    tile[i + 64] = i;
    __syncthreads();
    if (i < 32)
        tile[i] += tile[i + 1]; // find race_write_after_read thread=1,0,0 buffer=tile other=0 says=thread_(0,0,0)_read; may race_read_after_write buffer=tile
    __syncthreads();
    c[i] = tile[i];
}

// run read_by_two_warps_then_written: block=64 | c=f32[64]
extern "C" __global__ void read_by_two_warps_then_written(float *c)
{
    __shared__ float one;
    int i = threadIdx.x;
    if (i == 0)
        one = 1;
    __syncthreads();
    c[i] = one;
    __syncwarp();
    if (i == 63)
        one = 2; // find race_write_after_read thread=63,0,0 buffer=one other=-3
}

// run own_warp_read_again: block=64 | c=f32[64]
extern "C" __global__ void own_warp_read_again(float *c)
{
    __shared__ float tile[64];
    int i = threadIdx.x;
    tile[i] = i;
    __syncthreads();
    float a = tile[i / 32 * 32], b = 0;
    __syncwarp();
    if (i % 32 < 4)
        b = tile[i / 32 * 32];
    __syncwarp();
    if (i % 32 == 3)
        tile[i / 32 * 32] = a + b;
    __syncthreads();
    c[i] = tile[i];
}
