// transpose_negate: a block turns a tile of 32 x 32 elements and negates them. Its loads and its stores are contiguous; the turning happens
// in shared memory.
//
//! launch transpose_negate(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void transpose_negate(const float *in, float *out, int h, int w)
{
    __shared__ float tile[32][33]; // the 33rd column keeps a column of the tile out of one and the same bank
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
