//? status: unsafe
//? says: since % of a negative number is negative or 0
// The index is the remainder of a negative number.
//
//! launch rotate_rows(in, out, h, w, shift) grid=(w+255)/256,h block=256

extern "C" __global__ void rotate_rows(const float *in, float *out, int h, int w, int shift)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y;
    if (column >= w)
        return;
    out[row * w + column] = in[row * w + (column - shift) % w];
}
