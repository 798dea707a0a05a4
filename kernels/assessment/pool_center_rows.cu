// Reference for pool_center_rows: one thread a row, the mean in f64.
//
//! launch center_rows_reference(in, out, h, w) grid=(h+31)/32 block=32

extern "C" __global__ void center_rows_reference(const float *in, float *out, int h, int w)
{
    int row = blockIdx.x * 32 + threadIdx.x;
    if (row >= h)
        return;
    double sum = 0.0;
    for (int column = 0; column < w; column++)
        sum += (double)in[row * w + column];
    for (int column = 0; column < w; column++)
        out[row * w + column] = (float)((double)in[row * w + column] - sum / (double)w);
}
