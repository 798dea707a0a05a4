// Reference for kinds_by_row: 1 / x in rows of kind 0, 1 / sqrt(x) in the others, in f64.
//
//! launch kinds_by_row_reference(x, kind, y, rows*cols, cols) grid=(rows*cols+255)/256 block=256

extern "C" __global__ void kinds_by_row_reference(const float *x, const int *kind, float *y, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double value = x[i];
    y[i] = (float)(kind[i / cols] == 0 ? 1.0 / value : 1.0 / sqrt(value));
}
