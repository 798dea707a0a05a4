// Sixteen lanes for each row, so a warp does two rows.
//
//! launch warp_sum(x, sums, rows, cols) grid=(rows+15)/16 block=256

extern "C" __global__ void warp_sum(const float *x, float *sums, int rows, int cols)
{
    int row = (blockIdx.x * 256 + threadIdx.x) / 16, lane = threadIdx.x % 16;
    float sum = 0.0f;
    if (row < rows)
        for (int i = lane; i < cols; i += 16)
            sum += x[(size_t)row * cols + i];
    for (int offset = 8; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset, 16);
    if (lane == 0 && row < rows)
        sums[row] = sum;
}
