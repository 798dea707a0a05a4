// 1024 threads share a row, and an atomic on the bits of a float finds the largest.
// Absolute values have the order of their bits.
//
//! launch repair_a(x, q, scale, rows, cols) grid=rows block=1024

extern "C" __global__ void repair_a(const float *x, signed char *q, float *scale, int rows, int cols)
{
    __shared__ int bits;
    if (threadIdx.x == 0)
        bits = 0;
    __syncthreads();
    size_t first = (size_t)blockIdx.x * cols;
    float mine = 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        mine = fmaxf(mine, fabsf(x[first + c]));
    int of_warp = __reduce_max_sync(0xffffffff, __float_as_int(mine));
    if (threadIdx.x % 32 == 0)
        atomicMax(&bits, of_warp);
    __syncthreads();
    float largest = __int_as_float(bits);
    float factor = largest > 0.0f ? 127.0f / largest : 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x)
        q[first + c] = (signed char)rintf(x[first + c] * factor);
    if (threadIdx.x == 0)
        scale[blockIdx.x] = largest / 127.0f;
}
