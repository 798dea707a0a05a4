// transpose_tiled: out[c*h + r] = in[r*w + c], through a tile of 32 x 32. Half of it is written.
//
//! launch transpose_tiled(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void transpose_tiled(const float *in, float *out, int h, int w)
{
    __shared__ float tile[32][32]; // TODO: which pitch keeps a column out of one bank?
    int i = threadIdx.x;
    int x = blockIdx.x * 32; // the first column of in that this block takes
    int y = blockIdx.y * 32; // and the first row

    for (int r = threadIdx.y; r < 32; r += 8)
        if (y + r < h && x + i < w)
            tile[r][i] = in[(y + r) * w + x + i];

    // TODO: what must the threads do before they read what others have loaded?

    for (int r = threadIdx.y; r < 32; r += 8)
        if (x + r < w && y + i < h)
            // TODO: take the element from the tile. At which place of it is this one?
            out[(x + r) * h + y + i] = in[(y + i) * w + x + r];
}
