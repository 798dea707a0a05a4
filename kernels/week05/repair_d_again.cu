//! launch repair_d_again(a, b, out, rows, cols) grid=(rows+31)/32 block=32
extern "C" __global__ void repair_d_again(const float *a, const float *b, float *out, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    double sum = 0.0;
    for (int c = 0; c < cols; c++)
        sum += (double)a[(size_t)row * cols + c] * b[(size_t)row * cols + c];
    out[row] = (float)sum;
}
