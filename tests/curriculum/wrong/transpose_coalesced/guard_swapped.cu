//? status: unsafe
//? finding: out_of_bounds
//? says: in[
// Compares x with the width although x runs over the height.
//
//! launch transpose_coalesced(in, out, h, w) grid=(h+31)/32,(w+7)/8 block=32,8

extern "C" __global__ void transpose_coalesced(const float *in, float *out, int h, int w)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[y * h + x] = in[x * w + y];
}
