// Reference for pool_mirror: one thread for each row.
//
//! launch mirror_reference(in, out, h, w) grid=(h+31)/32 block=32

extern "C" __global__ void mirror_reference(const float *in, float *out, int h, int w)
{
    int row = blockIdx.x * 32 + threadIdx.x;
    for (int column = 0; row < h && column < w; column++)
        out[row * w + column] = in[row * w + w - 1 - column];
}
