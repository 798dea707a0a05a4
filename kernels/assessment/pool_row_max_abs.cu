// Reference for pool_row_max_abs: one thread a row.
//
//! launch row_max_abs_reference(in, out, h, w) grid=(h+31)/32 block=32

extern "C" __global__ void row_max_abs_reference(const float *in, float *out, int h, int w)
{
    int row = blockIdx.x * 32 + threadIdx.x;
    if (row >= h)
        return;
    float most = 0.0f;
    for (int column = 0; column < w; column++) {
        float size = in[row * w + column];
        size = size < 0.0f ? -size : size;
        most = size > most ? size : most;
    }
    out[row] = most;
}
