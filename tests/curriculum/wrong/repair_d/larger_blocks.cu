//? status: gate
//? says: modelled time is 0.99
//? says: loads move
// Larger blocks, and lanes as far apart as before.
//
//! launch repair_d(m, v, out, batch, rows, cols) grid=(batch*rows+255)/256 block=256

extern "C" __global__ void repair_d(const float *m, const float *v, float *out, int batch, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x; // among all rows of the batch
    if (row >= batch * rows)
        return;
    const float *weights = m + (size_t)row * cols;
    const float *vector = v + row / rows * cols;
    float sum = 0.0f;
    for (int c = 0; c < cols; c++)
        sum += weights[c] * vector[c];
    out[row] = sum;
}
