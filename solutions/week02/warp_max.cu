// warp_max: lanes go along the row side by side, then five shuffles bring their maxima to lane 0. By float4 where rows
// are a whole number of them.
//
//! launch warp_max<float4>(x, maxima, rows, cols/4) grid=(rows+7)/8 block=256 when=cols%4==0
//! launch warp_max<float>(x, maxima, rows, cols) grid=(rows+7)/8 block=256 when=cols%4!=0

__device__ float of_one(float x)
{
    return x;
}

__device__ float of_one(float4 v)
{
    return fmaxf(fmaxf(v.x, v.y), fmaxf(v.z, v.w));
}

// cols counts elements of type T.
template <typename T> __global__ void warp_max(const T *x, float *maxima, int rows, int cols)
{
    int row = blockIdx.x * 8 + threadIdx.x / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float largest = -INFINITY;
#pragma unroll 8
    for (int i = lane; i < cols; i += 32)
        largest = fmaxf(largest, of_one(x[row * cols + i]));
    for (int offset = 16; offset > 0; offset /= 2)
        largest = fmaxf(largest, __shfl_down_sync(0xffffffff, largest, offset));
    if (lane == 0)
        maxima[row] = largest;
}
