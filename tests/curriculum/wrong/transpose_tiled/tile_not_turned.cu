//? status: unsafe
//? finding: uninitialised_shared
//? says: If they do, the index of this read is wrong
// Reads the tile by the indices of its stores.
//
//! launch transpose_tiled(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void transpose_tiled(const float *in, float *out, int h, int w)
{
    __shared__ float tile[32][33];
    int x = threadIdx.x, left = blockIdx.x * 32, top = blockIdx.y * 32;
    for (int r = threadIdx.y; r < 32; r += 8)
        if (top + r < h && left + x < w)
            tile[r][x] = in[(top + r) * w + left + x];
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += 8)
        if (left + r < w && top + x < h)
            out[(left + r) * h + top + x] = tile[r][x];
}
