//? status: unsafe
//? finding: out_of_bounds
//? says: elements (h x w), and
// Guards x and y against the wrong sides.
//
//! launch transpose_coalesced(in, out, h, w) grid=(h+31)/32,(w+7)/8 block=32,8
extern "C" __global__ void transpose_coalesced(const float *in, float *out, int h, int w)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x; // a column of out
    int y = blockIdx.y * blockDim.y + threadIdx.y; // a row of out
    if (x < w && y < h)
        out[y * h + x] = in[x * w + y];
}
