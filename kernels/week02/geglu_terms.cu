// The terms of geglu: (1 + erf(..)) / 2 has two of up to a half, times gate and up.
//
//! launch geglu_terms(x, y, rows*cols, cols) grid=(rows*cols+255)/256 block=256

extern "C" __global__ void geglu_terms(const float *x, float *y, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int row = i / cols, col = i % cols;
    double gate = x[row * 2 * cols + col], up = x[row * 2 * cols + cols + col];
    y[i] = (float)fabs(gate * up);
}
