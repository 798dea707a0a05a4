//? status: wrong
//? says: subtracts `lost`
//? says: write `+ lost`
// Turns the sign of the loss, and subtracts it as before.
//
//! let chunks = min(64, rows)
//! scratch parts f32[chunks, cols]
//! launch sum_rows(x, parts, rows, cols) grid=(cols+127)/128,chunks block=128
//! launch sum_rows(parts, total, chunks, cols) grid=(cols+127)/128,1 block=128

// Adds the rows of its chunk, one column in each thread. A grid with y = 1 has one chunk.
extern "C" __global__ void sum_rows(const float *x, float *sums, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols)
        return;
    int first = (long long)rows * blockIdx.y / gridDim.y;
    int last = (long long)rows * (blockIdx.y + 1) / gridDim.y;
    float sum = 0.0f, lost = 0.0f;
    for (int r = first; r < last; r++) {
        float y = x[(size_t)r * cols + c] - lost;
        float t = sum + y;
        lost = y - (t - sum);
        sum = t;
    }
    sums[(size_t)blockIdx.y * cols + c] = sum;
}
