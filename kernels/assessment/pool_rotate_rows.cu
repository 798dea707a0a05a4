// Reference for pool_rotate_rows: one thread an element, by flat index.
//
//! launch rotate_rows_reference(in, out, h, w, shift) grid=(h*w+127)/128 block=128

extern "C" __global__ void rotate_rows_reference(const float *in, float *out, int h, int w, int shift)
{
    int flat = blockIdx.x * 128 + threadIdx.x;
    if (flat >= h * w)
        return;
    int row = flat / w, column = flat - row * w;
    out[flat] = in[row * w + (column + shift % w) % w];
}
