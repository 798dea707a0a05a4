//? status: gate
//? says: go through a tile
// Stores along a column.
//
//! launch turn(in, out, h, w) grid=(w+31)/32,h block=32

extern "C" __global__ void turn(const float *in, float *out, int h, int w)
{
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y;
    if (c < w)
        out[c * h + h - 1 - r] = in[r * w + c];
}
