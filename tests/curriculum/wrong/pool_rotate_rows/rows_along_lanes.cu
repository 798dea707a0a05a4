//? status: gate
//? says: stores
// Lanes have neighbouring rows: every store goes to a sector of its own.
//
//! launch rotate_rows(in, out, h, w, shift) grid=(h+31)/32,(w+7)/8 block=32,8

extern "C" __global__ void rotate_rows(const float *in, float *out, int h, int w, int shift)
{
    int column = blockIdx.y * 8 + threadIdx.y;
    int row = blockIdx.x * 32 + threadIdx.x;
    if (column >= w || row >= h)
        return;
    out[row * w + column] = in[row * w + (column + shift) % w];
}
