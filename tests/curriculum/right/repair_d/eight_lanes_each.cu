// Eight lanes for each row: a load touches 4 rows, each in one whole sector.
//
//! launch repair_d(m, v, out, batch, rows, cols) grid=(batch*rows+31)/32 block=256

extern "C" __global__ void repair_d(const float *m, const float *v, float *out, int batch, int rows, int cols)
{
    int row = blockIdx.x * 32 + threadIdx.x / 8, lane = threadIdx.x % 8;
    bool here = row < batch * rows;
    float sum = 0.0f;
    for (int c = lane; here && c < cols; c += 8)
        sum += m[(size_t)row * cols + c] * v[row / rows * cols + c];
    for (int offset = 4; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (here && lane == 0)
        out[row] = sum;
}
