// pool_mirror: out is the picture in, with left and right exchanged. Right, and slow.
// TODO: move as few sectors as possible.
//
//! launch mirror(in, out, h, w) grid=(h*w+255)/256 block=256

extern "C" __global__ void mirror(const float *in, float *out, int h, int w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= h * w)
        return;
    int row = i % h, column = i / h;
    out[row * w + column] = in[row * w + w - 1 - column];
}
