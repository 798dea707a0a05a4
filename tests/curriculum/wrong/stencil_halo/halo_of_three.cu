//? status: unsafe
//? finding: out_of_bounds
//? says: A halo must be as wide as the farthest neighbour
// The tile begins 3 rows and columns before the block, and a neighbour is 4 away.
//
//! launch stencil_halo(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8
static __device__ float at(const float *in, int r, int c, int h, int w)
{
    return r >= 0 && r < h && c >= 0 && c < w ? in[r * w + c] : 0.0f;
}

extern "C" __global__ void stencil_halo(const float *in, float *out, int h, int w)
{
    __shared__ float tile[40][40];
    int x = blockIdx.x * 32, y = blockIdx.y * 32;
    for (int i = threadIdx.y; i < 40; i += 8)
        for (int j = threadIdx.x; j < 40; j += 32)
            tile[i][j] = at(in, y + i - 3, x + j - 3, h, w);
    __syncthreads();
    for (int i = threadIdx.y; i < 32; i += 8) {
        int r = i + 3, c = threadIdx.x + 3;
        float sum = tile[r][c];
        for (int d = 1; d <= 4; d++)
            sum += 0.125f / d * (tile[r - d][c] + tile[r + d][c] + tile[r][c - d] + tile[r][c + d]);
        if (y + i < h && x + threadIdx.x < w)
            out[(y + i) * w + x + threadIdx.x] = sum;
    }
}
