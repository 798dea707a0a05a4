//? status: wrong
//? says: stores an infinity that no calculation makes
// Stores an infinity.
//
//! launch warp_max(x, maxima, rows, cols) grid=(rows+7)/8 block=256

extern "C" __global__ void warp_max(const float *x, float *maxima, int rows, int cols)
{
    int row = blockIdx.x * 8 + threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float largest = -INFINITY;
#pragma unroll 8
    for (int i = lane; i < cols; i += 32)
        largest = fmaxf(largest, x[row * cols + i]);
    for (int offset = 16; offset > 0; offset /= 2)
        largest = fmaxf(largest, __shfl_down_sync(0xffffffff, largest, offset));
    if (lane == 0)
        maxima[row] = INFINITY;
}
