// Shuffles within each warp, and one atomic per warp.
//
//! zero total
//! launch sum_all<float>(in, total, n) grid=min((n+1023)/1024,8*sm_count) block=256

template <typename T> __global__ void sum_all(const T *in, T *total, int n)
{
    T sum = 0;
#pragma unroll 4
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, offset);
    if (threadIdx.x % 32 == 0)
        atomicAdd(total, sum);
}
