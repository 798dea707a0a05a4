// Loads of four elements where the rows allow it. Few warps step over the rows.
//
//! launch warp_sum<float>(x, sums, rows, cols) grid=min((rows+7)/8,8*sm_count) block=32,8

template <typename T> __global__ void warp_sum(const T *x, T *sums, int rows, int cols)
{
    int lane = threadIdx.x;
    for (int row = blockIdx.x * 8 + threadIdx.y; row < rows; row += gridDim.x * 8) {
        const T *mine = x + (size_t)row * cols;
        int fours = cols % 4 == 0 ? cols / 4 : 0;
        T sum = 0;
        for (int i = lane; i < fours; i += 32) {
            float4 v = ((const float4 *)mine)[i];
            sum += (v.x + v.y) + (v.z + v.w);
        }
        for (int i = 4 * fours + lane; i < cols; i += 32)
            sum += mine[i];
        for (int offset = 16; offset > 0; offset /= 2)
            sum += __shfl_down_sync(0xffffffff, sum, offset);
        if (lane == 0)
            sums[row] = sum;
    }
}
