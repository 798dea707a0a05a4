//? status: wrong
//? says: never written
// Turns the kernel around and forgets the plan: the grid still covers `in`.
//
//! launch transpose_coalesced(in, out, h, w) grid=(w+31)/32,(h+7)/8 block=32,8

extern "C" __global__ void transpose_coalesced(const float *in, float *out, int h, int w)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < h && y < w)
        out[y * h + x] = in[x * w + y];
}
