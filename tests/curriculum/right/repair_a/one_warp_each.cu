// One warp for each row, so no barrier and no shared memory.
//
//! launch quantise<32>(x, q, scale, rows, cols) grid=(rows+7)/8 block=32,8

template <int LANES> __device__ float largest_of(float value)
{
    for (int offset = LANES / 2; offset > 0; offset /= 2)
        value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, offset));
    return value;
}

template <int LANES>
__global__ void quantise(const float *__restrict__ x, signed char *__restrict__ q, float *__restrict__ scale, int rows,
                         int cols)
{
    int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows)
        return;
    const float *in = x + (size_t)row * cols;
    signed char *out = q + (size_t)row * cols;
    float largest = 0.0f;
    for (int c = threadIdx.x; c < cols; c += LANES)
        largest = fmaxf(largest, fabsf(in[c]));
    largest = largest_of<LANES>(largest);
    float factor = largest > 0.0f ? 127.0f / largest : 0.0f;
    for (int c = threadIdx.x; c < cols; c += LANES)
        out[c] = (signed char)rintf(in[c] * factor);
    if (threadIdx.x == 0)
        scale[row] = largest / 127.0f;
}
