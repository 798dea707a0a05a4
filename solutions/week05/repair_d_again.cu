// repair_d_again: one warp for each row.
//
//! launch repair_d_again(a, b, out, rows, cols) grid=(rows+7)/8 block=256

extern "C" __global__ void repair_d_again(const float *a, const float *b, float *out, int rows, int cols)
{
    int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (int c = lane; c < cols; c += 32)
        sum += a[(size_t)row * cols + c] * b[(size_t)row * cols + c];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (lane == 0)
        out[row] = sum;
}
