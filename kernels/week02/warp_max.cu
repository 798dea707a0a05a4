// Reference for warp_max: one thread finds the largest of each row.
//
//! launch warp_max_reference(x, maxima, rows, cols) grid=(rows+31)/32 block=32

extern "C" __global__ void warp_max_reference(const float *x, float *maxima, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float largest = x[row * cols];
    for (int i = 0; i < cols; i++)
        largest = fmaxf(largest, x[row * cols + i]);
    maxima[row] = largest;
}
