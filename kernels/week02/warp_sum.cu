// Reference for warp_sum: one thread sums each row in f64.
//
//! launch warp_sum_reference(x, sums, rows, cols) grid=(rows+31)/32 block=32

extern "C" __global__ void warp_sum_reference(const float *x, float *sums, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    double sum = 0.0;
    for (int i = 0; i < cols; i++)
        sum += (double)x[row * cols + i];
    sums[row] = (float)sum;
}
