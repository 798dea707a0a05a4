// Reference for edge_length: each row by one warp, in f64, where no square of an f32 overflows.
//
//! launch length_reference(x, y, length, cols) grid=rows block=32

extern "C" __global__ void length_reference(const float *x, float *y, float *length, int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    double squares = 0.0;
    for (int i = threadIdx.x; i < cols; i += 32)
        squares += (double)x[first + i] * x[first + i];
    for (int offset = 16; offset > 0; offset /= 2)
        squares += __shfl_xor_sync(0xffffffff, squares, offset);
    double size = sqrt(squares);
    for (int i = threadIdx.x; i < cols; i += 32)
        y[first + i] = size == 0.0 ? 0.0f : (float)(x[first + i] / size);
    if (threadIdx.x == 0)
        length[blockIdx.x] = (float)size;
}
