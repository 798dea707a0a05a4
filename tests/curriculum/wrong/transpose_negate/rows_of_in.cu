//? status: unsafe
//? says: A row of it has h elements, but the index multiplies by w.
// Rows of out are as long as the columns of in.
//
//! launch transpose_negate(in, out, h, w) grid=(h+31)/32,(w+7)/8 block=32,8

extern "C" __global__ void transpose_negate(const float *in, float *out, int h, int w)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < h && y < w)
        out[y * w + x] = -in[x * w + y];
}
