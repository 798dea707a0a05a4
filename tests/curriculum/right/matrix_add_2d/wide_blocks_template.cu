// Blocks of 128 x 2 threads, and the type as a parameter.
//
//! launch matrix_add_2d<float>(a, b, c, h, w) grid=(w+127)/128,(h+1)/2 block=128,2

template <typename T> __global__ void matrix_add_2d(const T *a, const T *b, T *c, int h, int w)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= h || col >= w)
        return;
    size_t i = (size_t)row * w + col;
    c[i] = a[i] + b[i];
}
