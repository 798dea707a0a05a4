//? status: gate
//? says: Most of them are at line 14
// Every thread finds the largest element and the sum of its row again for each of its elements.
//
//! launch softmax_three_pass(x, y, cols) grid=rows block=256
extern "C" __global__ void softmax_three_pass(const float *x, float *y, int cols)
{
    const float *row = x + (size_t)blockIdx.x * cols;
    for (int i = threadIdx.x; i < cols; i += blockDim.x) {
        float largest = -INFINITY, sum = 0.0f;
        for (int j = 0; j < cols; j++)
            largest = fmaxf(largest, row[j]);
        for (int j = 0; j < cols; j++)
            sum += expf(row[j] - largest);
        y[(size_t)blockIdx.x * cols + i] = expf(row[i] - largest) / sum;
    }
}
