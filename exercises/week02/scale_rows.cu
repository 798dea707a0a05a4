// scale_rows: y[r][c] = x[r][c] * scale[r] + shift[r], one block per row.
// TODO: scale[r] and shift[r] are loaded again for each element. Load them once per thread.
//
//! launch scale_rows(x, scale, shift, y, cols) grid=rows block=256

extern "C" __global__ void scale_rows(const float *x, const float *scale, const float *shift, float *y, int cols)
{
    int r = blockIdx.x;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        y[r * cols + c] = x[r * cols + c] * scale[r] + shift[r];
}
