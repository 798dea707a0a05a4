// A block of 32 threads for each row, and shuffles that leave the sum in every lane.
//
//! launch warp_sum(x, sums, cols) grid=rows block=32

extern "C" __global__ void warp_sum(const float *x, float *sums, int cols)
{
    const float *row = x + (size_t)blockIdx.x * cols;
    float sum = 0.0f;
    for (int i = threadIdx.x; i < cols; i += 32)
        sum += row[i];
    for (int mask = 1; mask < 32; mask *= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, mask);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}
