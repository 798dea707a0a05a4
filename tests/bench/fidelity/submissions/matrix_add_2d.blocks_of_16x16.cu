//! launch matrix_add_2d(a, b, c, h, w) grid=(w+15)/16,(h+15)/16 block=16,16
extern "C" __global__ void matrix_add_2d(const float *a, const float *b, float *c, int h, int w)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < h && col < w)
        c[row * w + col] = a[row * w + col] + b[row * w + col];
}
