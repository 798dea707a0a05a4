// stencil_halo: a star of radius 4 through a tile with a halo. Half of it is written.
//
//! launch stencil_halo(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

static __device__ float at(const float *in, int r, int c, int h, int w)
{
    return r >= 0 && r < h && c >= 0 && c < w ? in[r * w + c] : 0.0f; // outside counts as 0
}

extern "C" __global__ void stencil_halo(const float *in, float *out, int h, int w)
{
    __shared__ float tile[40][40]; // 32 and a halo of 4 on both sides
    int x = blockIdx.x * 32; // the first column that this block computes
    int y = blockIdx.y * 32; // and the first row

    // TODO: 256 threads fill 40 x 40 places. tile[0][0] is above and left of in[y][x]: by how much?
    for (int i = threadIdx.y; i < 32; i += 8)
        tile[i][threadIdx.x] = at(in, y + i, x + threadIdx.x, h, w);

    // TODO: what must the threads do before they read what others have loaded?

    for (int i = threadIdx.y; i < 32; i += 8) {
        int j = threadIdx.x;
        // TODO: at which place of the tile is element (y + i, x + j)? Its neighbours are around it.
        float sum = tile[i][j];
        if (y + i < h && x + j < w)
            out[(y + i) * w + x + j] = sum;
    }
}
