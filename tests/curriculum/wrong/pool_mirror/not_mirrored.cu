//? status: wrong
//? says: equals the one at the same place of input
// Copies the picture.
//
//! launch mirror(in, out, h, w) grid=(w+255)/256,h block=256

extern "C" __global__ void mirror(const float *in, float *out, int h, int w)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y;
    if (column >= w)
        return;
    out[row * w + column] = in[row * w + column];
}
