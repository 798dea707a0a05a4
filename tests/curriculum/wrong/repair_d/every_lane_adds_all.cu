//? status: wrong
//? says: every element is 32 times
// Each lane adds the whole row, and then the warp adds 32 such sums.
//
//! launch repair_d(m, v, out, batch, rows, cols) grid=(batch*rows+7)/8 block=256

extern "C" __global__ void repair_d(const float *m, const float *v, float *out, int batch, int rows, int cols)
{
    int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= batch * rows)
        return;
    const float *weights = m + (size_t)row * cols;
    const float *vector = v + row / rows * cols;
    float sum = 0.0f;
    for (int c = 0; c < cols; c++)
        sum += weights[c] * vector[c];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (lane == 0)
        out[row] = sum;
}
