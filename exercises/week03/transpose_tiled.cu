// transpose_tiled: out[c*h + r] = in[r*w + c]. This is the transpose of week 1: right, with
// strided loads.
// TODO: pass a tile of 32 x 32 through shared memory, so that loads and stores are contiguous.
// Then look at the verdict: what limits it?
//
//! launch transpose_tiled(in, out, h, w) grid=(h+31)/32,(w+7)/8 block=32,8

extern "C" __global__ void transpose_tiled(const float *in, float *out, int h, int w)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x; // a column of out
    int y = blockIdx.y * blockDim.y + threadIdx.y; // a row of out
    if (x < h && y < w)
        out[y * h + x] = in[x * w + y];
}
