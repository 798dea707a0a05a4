// repair_d: for each matrix b of a batch, out[b] = m[b] * v[b]. One thread for each row.
// This kernel is right. TODO: repair what its profile shows.
//
//! launch repair_d(m, v, out, batch, rows, cols) grid=(batch*rows+127)/128 block=128

extern "C" __global__ void repair_d(const float *m, const float *v, float *out, int batch, int rows, int cols)
{
    float sum = 0.0f;
    int row = blockIdx.x * blockDim.x + threadIdx.x; // of all rows
    if (row >= batch * rows)
        return;
    const float *weights = m + (size_t)row * cols;
    const float *vector = v + row / rows * cols;
    for (int c = 0; c < cols; c++)
        sum += weights[c] * vector[c];
    out[row] = sum;
}
