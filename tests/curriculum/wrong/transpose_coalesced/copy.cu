//? status: wrong
//? says: transposed index
// Coalesced on both sides, and no transpose.
//
//! launch transpose_coalesced(in, out, h, w) grid=(w+31)/32,(h+7)/8 block=32,8

extern "C" __global__ void transpose_coalesced(const float *in, float *out, int h, int w)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        out[y * w + x] = in[y * w + x];
}
