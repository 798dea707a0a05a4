// Reference for softmax_online: each row in f64, less its largest element, by one warp.
//
//! launch softmax_online_reference(x, y, rows, cols) grid=rows block=32

extern "C" __global__ void softmax_online_reference(const float *x, float *y, int rows, int cols)
{
    const float *row = x + (size_t)blockIdx.x * cols;
    double largest = -INFINITY, sum = 0.0;
    for (int i = threadIdx.x; i < cols; i += 32)
        largest = fmax(largest, (double)row[i]);
    for (int offset = 16; offset > 0; offset /= 2)
        largest = fmax(largest, __shfl_xor_sync(0xffffffff, largest, offset));
    for (int i = threadIdx.x; i < cols; i += 32)
        sum += exp((double)row[i] - largest);
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    for (int i = threadIdx.x; i < cols; i += 32)
        y[(size_t)blockIdx.x * cols + i] = (float)(exp((double)row[i] - largest) / sum);
}
