//? status: unsafe
//? finding: uninitialised_shared
//? says: [0] in shared memory
// The blocks of out are at the places of those of in.
//
//! launch transpose_tiled(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void transpose_tiled(const float *in, float *out, int h, int w)
{
    __shared__ float tile[32][33];
    int i = threadIdx.x, x = blockIdx.x * 32, y = blockIdx.y * 32;
    for (int r = threadIdx.y; r < 32; r += 8)
        if (y + r < h && x + i < w)
            tile[r][i] = in[(y + r) * w + x + i];
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += 8)
        if (y + r < h && x + i < w)
            out[(y + r) * w + x + i] = tile[i][r];
}
