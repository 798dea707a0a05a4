// No pitch: element i of row r stands at i ^ r.
//
//! launch transpose_tiled(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void transpose_tiled(const float *__restrict__ in, float *__restrict__ out, int h, int w)
{
    __shared__ float tile[32][32];
    int i = threadIdx.x, x = blockIdx.x * 32, y = blockIdx.y * 32;
#pragma unroll
    for (int r = threadIdx.y; r < 32; r += 8)
        if (y + r < h && x + i < w)
            tile[r][i ^ r] = in[(y + r) * w + x + i];
    __syncthreads();
#pragma unroll
    for (int r = threadIdx.y; r < 32; r += 8)
        if (x + r < w && y + i < h)
            out[(x + r) * h + y + i] = tile[i][r ^ i];
}
