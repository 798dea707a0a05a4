// Reference for transpose_tiled: a copy with row and column exchanged, exact.
//! launch transpose_reference(in, out, h, w) grid=(h+31)/32,(w+7)/8 block=32,8

extern "C" __global__ void transpose_reference(const float *in, float *out, int h, int w)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < h && y < w)
        out[y * h + x] = in[x * w + y];
}
