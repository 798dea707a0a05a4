//? status: wrong
//? says: The two numbers of grid= in line 5 are exchanged
// Gives x the blocks that y needs.
//
//! launch matrix_add_2d(a, b, c, h, w) grid=(h+7)/8,(w+31)/32 block=32,8

extern "C" __global__ void matrix_add_2d(const float *a, const float *b, float *c, int h, int w)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < h && col < w)
        c[row * w + col] = a[row * w + col] + b[row * w + col];
}
