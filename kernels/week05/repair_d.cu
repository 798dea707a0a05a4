//! launch repair_d(m, v, out, batch, rows, cols) grid=(batch*rows+31)/32 block=32
extern "C" __global__ void repair_d(const float *m, const float *v, float *out, int batch, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= batch * rows)
        return;
    double sum = 0.0;
    for (int c = 0; c < cols; c++)
        sum += (double)m[(size_t)row * cols + c] * v[row / rows * cols + c];
    out[row] = (float)sum;
}
