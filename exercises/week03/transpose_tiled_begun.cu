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

    __syncthreads();

    // TODO: row x + r of out begins at (x + r) * h. This block has its places y to y + 31.
    // Neighbouring lanes store neighbours. Which element of the tile does lane i store? And what
    // do the two comparisons of the guard become?
}
