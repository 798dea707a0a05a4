// Reference for scale_rows: in f64.
//
//! launch scale_rows_reference(x, scale, shift, y, rows*cols, cols)
//!     grid=(rows*cols+255)/256 block=256

extern "C" __global__ void scale_rows_reference(const float *x, const float *scale, const float *shift, float *y, int n,
                                                int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = (float)((double)x[i] * scale[i / cols] + shift[i / cols]);
}
