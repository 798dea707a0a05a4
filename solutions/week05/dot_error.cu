// dot_error: the dot product of each pair of columns, in f32. Kahan's sum keeps what each addition
// rounds away.
//
//! let chunks = min(64, rows)
//! scratch parts f32[chunks, cols]
//! launch dot_rows(a, b, parts, rows, cols) grid=(cols+127)/128,chunks block=128
//! launch sum_rows(parts, total, chunks, cols) grid=(cols+127)/128 block=128

// Adds the products of a chunk of rows, one column in each thread.
extern "C" __global__ void dot_rows(const float *a, const float *b, float *sums, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols)
        return;
    int first = (long long)rows * blockIdx.y / gridDim.y;
    int last = (long long)rows * (blockIdx.y + 1) / gridDim.y;
    float sum = 0.0f, lost = 0.0f;
    for (int r = first; r < last; r++) {
        float y = a[(size_t)r * cols + c] * b[(size_t)r * cols + c] - lost;
        float t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
    sums[(size_t)blockIdx.y * cols + c] = sum;
}

// Adds the rows of parts, one column in each thread.
extern "C" __global__ void sum_rows(const float *x, float *sums, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols)
        return;
    float sum = 0.0f, lost = 0.0f;
    for (int r = 0; r < rows; r++) {
        float y = x[(size_t)r * cols + c] - lost;
        float t = sum + y;
        lost = (t - sum) - y;
        sum = t;
    }
    sums[c] = sum;
}
