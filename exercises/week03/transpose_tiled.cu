// transpose_tiled: out[c*h + r] = in[r*w + c]. This is the transpose of week 1, in blocks of
// 32 x 32 elements: right, with strided loads.
// TODO: pass the block's elements through a tile in shared memory, so that loads and stores are
// contiguous. Then look at the verdict: what limits it?
//
//! launch transpose_tiled(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void transpose_tiled(const float *in, float *out, int h, int w)
{
    int i = threadIdx.x;
    int x = blockIdx.x * 32; // the first column of in that this block takes
    int y = blockIdx.y * 32; // and the first row

    for (int r = threadIdx.y; r < 32; r += 8)
        if (x + r < w && y + i < h)
            out[(x + r) * h + y + i] = in[(y + i) * w + x + r];
}
