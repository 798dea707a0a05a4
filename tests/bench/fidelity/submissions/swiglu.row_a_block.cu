//! launch swiglu(x, y, cols) grid=rows block=256
extern "C" __global__ void swiglu(const float *x, float *y, int cols)
{
    const float *gate = x + (size_t)blockIdx.x * 2 * cols, *up = gate + cols;
    for (int i = threadIdx.x; i < cols; i += blockDim.x)
        y[(size_t)blockIdx.x * cols + i] = gate[i] / (1.0f + expf(-gate[i])) * up[i];
}
