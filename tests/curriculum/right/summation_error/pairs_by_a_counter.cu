// A tree without recursion: level k holds the sum of 2^k numbers, as a binary counter does.
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
    float level[24], sum = 0.0f;
#pragma unroll
    for (int k = 0; k < 24; k++)
        level[k] = 0.0f;
    for (int r = first; r < last; r++) {
        float carry = x[(size_t)r * cols + c];
        int count = r - first;
#pragma unroll
        for (int k = 0; k < 24; k++) {
            bool full = (count & ((2 << k) - 1)) == (2 << k) - 1;
            bool here = (count & ((1 << k) - 1)) == (1 << k) - 1 && !full;
            if (here)
                level[k] = carry;
            carry += full ? level[k] : 0.0f;
            level[k] = full ? 0.0f : level[k];
        }
    }
#pragma unroll
    for (int k = 0; k < 24; k++)
        sum += level[k];
    sums[(size_t)blockIdx.y * cols + c] = sum;
}
