// A thread has 8 elements of a column. It keeps the 16 elements above, between and
// below them in registers, so only the neighbours left and right come from the tile.
//
//! launch stencil_halo(in, out, h, w) grid=(w+31)/32,(h+63)/64 block=32,8

static __device__ float at(const float *in, int r, int c, int h, int w)
{
    return r >= 0 && r < h && c >= 0 && c < w ? in[r * w + c] : 0.0f;
}

extern "C" __global__ void stencil_halo(const float *in, float *out, int h, int w)
{
    __shared__ float tile[72][40];
    int x = blockIdx.x * 32, y = blockIdx.y * 64;
    int c = threadIdx.x + 4, first = threadIdx.y * 8;

    for (int i = threadIdx.y; i < 72; i += 8) {
        tile[i][threadIdx.x] = at(in, y - 4 + i, x - 4 + (int)threadIdx.x, h, w);
        if (threadIdx.x < 8)
            tile[i][32 + threadIdx.x] = at(in, y - 4 + i, x + 28 + (int)threadIdx.x, h, w);
    }
    __syncthreads();
    float column[16];
#pragma unroll
    for (int i = 0; i < 16; i++)
        column[i] = tile[first + i][c];
#pragma unroll
    for (int i = 0; i < 8; i++) {
        float sum = column[i + 4];
#pragma unroll
        for (int d = 1; d <= 4; d++)
            sum += 0.125f / d * (column[i + 4 - d] + column[i + 4 + d] + tile[first + i + 4][c - d] + tile[first + i + 4][c + d]);
        if (y + first + i < h && x + c - 4 < w)
            out[(y + first + i) * w + x + c - 4] = sum;
    }
}
