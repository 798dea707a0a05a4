// Whole numbers of the same order, reduced in one instruction.
//! launch warp_max(x, maxima, rows, cols) grid=ceil_div(rows, 4) block=32, 4
__device__ unsigned key(float f)
{
    unsigned u = __float_as_uint(f);
    return u & 0x80000000u ? ~u : u | 0x80000000u;
}
__device__ float back(unsigned k)
{
    return __uint_as_float(k & 0x80000000u ? k & 0x7fffffffu : ~k);
}
extern "C" __global__ void warp_max(const float *x, float *maxima, int rows, int cols)
{
    const int r = blockIdx.x * blockDim.y + threadIdx.y;
    if (r >= rows)
        return;
    unsigned most = 0;
    for (int c = threadIdx.x; c < cols; c += warpSize)
        most = umax(most, key(__ldg(x + r * cols + c)));
    most = __reduce_max_sync(0xffffffffu, most);
    if (threadIdx.x == 0)
        maxima[r] = back(most);
}
