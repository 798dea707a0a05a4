// transpose_tiled: a block turns a tile in shared memory, so loads and stores are contiguous.
//
//! launch transpose_tiled(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void transpose_tiled(const float *in, float *out, int h, int w)
{
    __shared__ float tile[32][33]; // a pitch of 33: a column has no bank twice
    int i = threadIdx.x;
    int x = blockIdx.x * 32; // the first column of in that this block takes
    int y = blockIdx.y * 32; // and the first row

    for (int r = threadIdx.y; r < 32; r += 8)
        if (y + r < h && x + i < w)
            tile[r][i] = in[(y + r) * w + x + i];
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += 8)
        if (x + r < w && y + i < h)
            out[(x + r) * h + y + i] = tile[i][r];
}
