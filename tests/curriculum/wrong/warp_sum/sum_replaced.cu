//? status: wrong
//? says: matches this slip: Each shuffle replaces the sum of its lane
// Forgets the + of +=.
//
//! launch warp_sum(x, sums, rows, cols) grid=(rows+7)/8 block=256

extern "C" __global__ void warp_sum(const float *x, float *sums, int rows, int cols)
{
    int row = blockIdx.x * 8 + threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (int i = lane; i < cols; i += 32)
        sum += x[row * cols + i];
    for (int offset = 16; offset > 0; offset /= 2)
        sum = __shfl_down_sync(0xffffffff, sum, offset);
    if (lane == 0)
        sums[row] = sum;
}
