//? status: gate
//? says: loads with a stride
// One thread a row: right, and lanes lie a row apart.
//
//! launch softmax_three_pass(x, y, rows, cols) grid=(rows+255)/256 block=256

extern "C" __global__ void softmax_three_pass(const float *x, float *y, int rows, int cols)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    const float *row = x + (size_t)r * cols;
    float largest = -INFINITY, sum = 0.0f;
    for (int i = 0; i < cols; i++)
        largest = fmaxf(largest, row[i]);
    for (int i = 0; i < cols; i++)
        sum += expf(row[i] - largest);
    for (int i = 0; i < cols; i++)
        y[(size_t)r * cols + i] = expf(row[i] - largest) / sum;
}
