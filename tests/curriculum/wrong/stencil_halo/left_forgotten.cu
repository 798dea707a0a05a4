//? status: wrong
//? says: matches this slip: The left neighbour is missing.
//? says: 0.125 * in[r][c - 1] is missing
// Adds three of the four directions.
//
//! launch stencil_halo(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

static __device__ float at(const float *in, int r, int c, int h, int w)
{
    return r >= 0 && r < h && c >= 0 && c < w ? in[r * w + c] : 0.0f; // outside counts as 0
}

extern "C" __global__ void stencil_halo(const float *in, float *out, int h, int w)
{
    __shared__ float tile[40][40]; // 32 and a halo of 4 on both sides
    int x = blockIdx.x * 32;
    int y = blockIdx.y * 32;

    for (int i = threadIdx.y; i < 40; i += 8)
        for (int j = threadIdx.x; j < 40; j += 32)
            tile[i][j] = at(in, y - 4 + i, x - 4 + j, h, w);
    __syncthreads();
    for (int i = threadIdx.y; i < 32; i += 8) {
        int r = i + 4, c = threadIdx.x + 4; // the place in the tile
        float sum = tile[r][c];
        for (int d = 1; d <= 4; d++)
            sum += 0.125f / d * (tile[r - d][c] + tile[r + d][c] + tile[r][c + d]);
        if (y + i < h && x + threadIdx.x < w)
            out[(y + i) * w + x + threadIdx.x] = sum;
    }
}
