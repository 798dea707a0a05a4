// warp_sum: the sum of each row of x, by one warp per row. No shared memory. Half of it is written.
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

    // After the first round, lane 0 has the parts of lanes 0 and 16, lane 1 those of 1 and 17.
    for (int offset = 16; offset > 0; offset /= 2) {
        // TODO: __shfl_down_sync(mask, value, offset) is the value of the lane that is `offset`
        // further on. All 32 lanes take part: the mask is 0xffffffff.
        float other = 0.0f;
        sum += other;
    }

    // TODO: one lane knows the sum of all 32. Which one? It stores the sum of its row.
}
