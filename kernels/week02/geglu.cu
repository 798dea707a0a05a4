// Reference for geglu: in f64.
//
//! launch geglu_reference(x, y, rows*cols, cols) grid=(rows*cols+255)/256 block=256

extern "C" __global__ void geglu_reference(const float *x, float *y, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int row = i / cols, col = i % cols;
    double gate = x[row * 2 * cols + col], up = x[row * 2 * cols + cols + col];
    y[i] = (float)(0.5 * gate * (1.0 + erf(gate * 0.70710678118654752)) * up);
}
