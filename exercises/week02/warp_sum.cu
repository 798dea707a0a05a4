// warp_sum: the sum of each row of x, by one warp per row. No shared memory.
//
//! launch warp_sum(x, sums, rows, cols) grid=(rows+7)/8 block=256

extern "C" __global__ void warp_sum(const float *x, float *sums, int rows, int cols)
{
    int row = blockIdx.x * 8 + threadIdx.x / 32; // 8 warps a block, one row each
    int lane = threadIdx.x % 32;
    if (row >= rows)
        return; // the whole warp
    float sum = 0.0f;
    for (int i = lane; i < cols; i += 32)
        sum += x[row * cols + i];
    // TODO: each lane has a part of the sum. Add them with __shfl_down_sync. Lane 0 writes.
}
