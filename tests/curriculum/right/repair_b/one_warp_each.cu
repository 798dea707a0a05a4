// One warp for each row, without shared memory.
//
//! launch log_sum<float>(x, out, rows, classes) grid=(rows+7)/8 block=256

template <typename T> __global__ void log_sum(const T *x, T *out, int rows, int classes)
{
    int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    const T *in = x + (size_t)row * classes;
    T largest = in[0], sum = 0;
    for (int c = lane; c < classes; c += 32)
        largest = fmaxf(largest, in[c]);
    for (int offset = 16; offset > 0; offset /= 2)
        largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, offset));
    for (int c = lane; c < classes; c += 32)
        sum += __expf(in[c] - largest);
    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, offset);
    if (lane == 0)
        out[row] = largest + __logf(sum);
}
