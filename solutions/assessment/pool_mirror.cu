// pool_mirror: a block for 256 columns of one row; lanes have neighbouring columns.
//
//! launch mirror(in, out, h, w) grid=(w+255)/256,h block=256

extern "C" __global__ void mirror(const float *in, float *out, int h, int w)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y;
    if (column >= w)
        return;
    out[row * w + column] = in[row * w + w - 1 - column];
}
