//? status: unsafe
//? says: write it, with no __syncthreads()
// Rows of the tile overlap by one element.
//
//! launch transpose_tiled(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void transpose_tiled(const float *in, float *out, int h, int w)
{
    __shared__ float tile[32][31];
    int i = threadIdx.x;
    int x = blockIdx.x * 32;
    int y = blockIdx.y * 32;

    for (int r = threadIdx.y; r < 32; r += 8)
        if (y + r < h && x + i < w)
            tile[r][i] = in[(y + r) * w + x + i];
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += 8)
        if (x + r < w && y + i < h)
            out[(x + r) * h + y + i] = tile[i][r];
}
