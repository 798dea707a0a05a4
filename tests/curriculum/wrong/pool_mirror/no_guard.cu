//? status: unsafe
//? says: two threads
// Columns past the end belong to the next row.
//
//! launch mirror(in, out, h, w) grid=(w+255)/256,h block=256

extern "C" __global__ void mirror(const float *in, float *out, int h, int w)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y;
    if (row * w + column >= h * w)
        return;
    out[row * w + column] = in[row * w + w - 1 - column];
}
