//? status: wrong
//? says: its 128 threads write 4 of them
// Launches blocks of four warps, and counts with eight.
//
//! launch repair_d(m, v, out, batch, rows, cols) grid=(batch*rows+7)/8 block=128

extern "C" __global__ void repair_d(const float *m, const float *v, float *out, int batch, int rows, int cols)
{
    int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= batch * rows)
        return;
    const float *weights = m + (size_t)row * cols;
    const float *vector = v + row / rows * cols;
    float sum = 0.0f;
    for (int c = lane; c < cols; c += 32)
        sum += weights[c] * vector[c];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (lane == 0)
        out[row] = sum;
}
