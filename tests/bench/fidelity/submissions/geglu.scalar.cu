//! launch geglu(x, y, rows*cols, cols) grid=(rows*cols+255)/256 block=256
extern "C" __global__ void geglu(const float *x, float *y, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int r = i / cols, c = i % cols;
    float gate = x[(size_t)r * 2 * cols + c];
    y[i] = 0.5f * gate * (1.0f + erff(gate * 0.70710678f)) * x[(size_t)r * 2 * cols + cols + c];
}
