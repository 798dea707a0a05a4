// One warp for each row, with a vote on NaN. A row of zeros is divided by 1.
//
//! launch scale_rows(x, y, largest, rows, cols) grid=(rows+7)/8 block=256

extern "C" __global__ void scale_rows(const float *x, float *y, float *largest, int rows, int cols)
{
    int r = blockIdx.x * 8 + threadIdx.x / 32;
    if (r >= rows)
        return;
    size_t first = (size_t)r * cols;
    float size = 0.0f;
    bool nan = false;
    for (int i = threadIdx.x % 32; i < cols; i += 32) {
        size = fmaxf(size, fabsf(x[first + i]));
        nan = nan || x[first + i] != x[first + i];
    }
    for (int offset = 16; offset > 0; offset /= 2)
        size = fmaxf(size, __shfl_xor_sync(0xffffffff, size, offset));
    if (__any_sync(0xffffffff, nan))
        size = NAN;
    if (threadIdx.x % 32 == 0)
        largest[r] = size;
    for (int i = threadIdx.x % 32; i < cols; i += 32)
        y[first + i] = x[first + i] / (size == 0.0f ? 1.0f : size);
}
