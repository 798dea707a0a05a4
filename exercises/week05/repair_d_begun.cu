// repair_d: one warp for each row. Half of it is written.
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
    // TODO: which columns does this lane read, so that the 32 lanes read neighbours in each step?

    // TODO: each lane has a part of the sum. Bring the parts together.

    if (lane == 0)
        out[row] = sum;
}
