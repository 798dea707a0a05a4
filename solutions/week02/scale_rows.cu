// scale_rows: y[r][c] = x[r][c] * scale[r] + shift[r], one block per row, with the row's two
// values in registers.
//
//! launch scale_rows(x, scale, shift, y, cols) grid=rows block=256

extern "C" __global__ void scale_rows(const float *__restrict__ x, const float *__restrict__ scale,
                                      const float *__restrict__ shift, float *__restrict__ y, int cols)
{
    int r = blockIdx.x;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        y[r * cols + c] = x[r * cols + c] * scale[r] + shift[r];
}
