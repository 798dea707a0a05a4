//? status: wrong
//? says: is never written in case h = 1, w = 33. Wrong: only the last element
// The blocks of a row of tiles take a column of them.
//
//! launch transpose_tiled(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void transpose_tiled(const float *in, float *out, int h, int w)
{
    __shared__ float tile[32][33];
    int i = threadIdx.x;
    int x = blockIdx.y * 32;
    int y = blockIdx.x * 32;
    for (int r = threadIdx.y; r < 32; r += 8)
        if (y + r < h && x + i < w)
            tile[r][i] = in[(y + r) * w + x + i];
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += 8)
        if (x + r < w && y + i < h)
            out[(x + r) * h + y + i] = tile[i][r];
}
