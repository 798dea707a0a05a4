// One thread sums a row.
//
//! launch warp_sum(x, sums, rows, cols) grid=(rows+255)/256 block=256

extern "C" __global__ void warp_sum(const float *x, float *sums, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0.0f;
    for (int i = 0; i < cols; i++)
        sum += x[row * cols + i];
    sums[row] = sum;
}
