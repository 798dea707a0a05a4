// repair_b_again: best[r] is the class with the largest value of row r. Rows have an odd pitch.
//
//! launch repair_b_again(x, best, rows, classes) grid=(rows+127)/128 block=128
//!     shared=4*128*(classes+1)

extern "C" __global__ void repair_b_again(const float *x, int *best, int rows, int classes)
{
    extern __shared__ float tile[]; // 128 rows
    int pitch = classes | 1;        // odd
    int first = blockIdx.x * 128, here = min(128, rows - first);
    for (int i = threadIdx.x; i < here * classes; i += 128)
        tile[i / classes * pitch + i % classes] = x[(size_t)first * classes + i];
    __syncthreads();

    if (threadIdx.x >= here)
        return;
    const float *row = tile + threadIdx.x * pitch;
    int at = 0;
    for (int c = 1; c < classes; c++)
        if (row[c] > row[at])
            at = c;
    best[first + threadIdx.x] = at;
}
