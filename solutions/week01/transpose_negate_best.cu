// transpose_negate: a block turns and negates a tile in shared memory; all accesses are contiguous.
// Where h and w are multiples of 4, four elements move at a time.
//
//! launch by_fours(in, out, h, w) grid=(w+63)/64,(h+63)/64 block=16,32 when=h%4==0&&w%4==0
//! launch by_ones(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8 when=h%4!=0||w%4!=0

extern "C" __global__ void by_ones(const float *in, float *out, int h, int w)
{
    __shared__ float tile[32][33]; // a pitch of 33: no bank conflicts
    int col = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 32 + threadIdx.y;
#pragma unroll
    for (int step = 0; step < 32; step += 8)
        if (row + step < h && col < w)
            tile[threadIdx.y + step][threadIdx.x] = in[(row + step) * w + col];
    __syncthreads();

    int out_col = blockIdx.y * 32 + threadIdx.x; // was a row of in
    int out_row = blockIdx.x * 32 + threadIdx.y; // was a column of in
#pragma unroll
    for (int step = 0; step < 32; step += 8)
        if (out_row + step < w && out_col < h)
            out[(out_row + step) * h + out_col] = -tile[threadIdx.x][threadIdx.y + step];
}

// The same with a tile of 64 x 64, which 16 x 32 threads load and store as float4.
extern "C" __global__ void by_fours(const float *in, float *out, int h, int w)
{
    __shared__ float tile[64][65];
    int four = 4 * threadIdx.x; // the first of this thread's four columns of the tile
    int col = blockIdx.x * 64 + four;
#pragma unroll
    for (int y = threadIdx.y; y < 64; y += 32) {
        int row = blockIdx.y * 64 + y;
        if (row < h && col < w) {
            float4 v = *(const float4 *)&in[row * w + col];
            tile[y][four] = v.x;
            tile[y][four + 1] = v.y;
            tile[y][four + 2] = v.z;
            tile[y][four + 3] = v.w;
        }
    }
    __syncthreads();

    int out_col = blockIdx.y * 64 + four;
#pragma unroll
    for (int y = threadIdx.y; y < 64; y += 32) {
        int out_row = blockIdx.x * 64 + y;
        if (out_row < w && out_col < h)
            *(float4 *)&out[out_row * h + out_col] =
                make_float4(-tile[four][y], -tile[four + 1][y], -tile[four + 2][y], -tile[four + 3][y]);
    }
}
