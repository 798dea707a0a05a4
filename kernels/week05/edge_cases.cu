// Reference for edge_cases: each row by one warp, in f64. The largest size is found among the bits
// of the numbers, where NaN is above infinity.
//
//! launch edge_reference(x, y, largest, cols) grid=rows block=32

extern "C" __global__ void edge_reference(const float *x, float *y, float *largest, int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    unsigned most = 0;
    for (int i = threadIdx.x; i < cols; i += 32)
        most = max(most, __float_as_uint(x[first + i]) & 0x7fffffffu);
    for (int offset = 16; offset > 0; offset /= 2)
        most = max(most, __shfl_xor_sync(0xffffffff, most, offset));
    double size = __uint_as_float(most);
    for (int i = threadIdx.x; i < cols; i += 32)
        y[first + i] = size == 0.0 ? 0.0f : (float)(x[first + i] / size);
    if (threadIdx.x == 0)
        largest[blockIdx.x] = (float)size;
}
