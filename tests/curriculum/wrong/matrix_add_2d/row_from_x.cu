//? status: wrong
//? says: Line 9 takes the row from x. But grid= and block= of line 5
// Exchanges the two axes of the grid.
//
//! launch matrix_add_2d(a, b, c, h, w) grid=(w+31)/32,(h+7)/8 block=32,8

extern "C" __global__ void matrix_add_2d(const float *a, const float *b, float *c, int h, int w)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < h && col < w)
        c[row * w + col] = a[row * w + col] + b[row * w + col];
}
