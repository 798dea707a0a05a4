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
    int x = blockIdx.x * 32;       // the first column that this block computes
    int y = blockIdx.y * 32;       // and the first row

    for (int i = threadIdx.y; i < 40; i += 8)
        for (int j = threadIdx.x; j < 40; j += 32)
            // TODO: tile[0][0] is above and left of in[y][x]. By how much?
            tile[i][j] = at(in, y + i, x + j, h, w);

    // TODO: what must the threads do before they read what others have loaded?

    for (int i = threadIdx.y; i < 32; i += 8) {
        int r = y + i, c = x + threadIdx.x; // TODO: where in the tile is this element?
        float sum = at(in, r, c, h, w);     // TODO: read it there, and its neighbours around it
        for (int d = 1; d <= 4; d++)
            sum += 0.125f / d *
                   (at(in, r - d, c, h, w) + at(in, r + d, c, h, w) + at(in, r, c - d, h, w) + at(in, r, c + d, h, w));
        if (y + i < h && x + threadIdx.x < w)
            out[(y + i) * w + x + threadIdx.x] = sum;
    }
}
