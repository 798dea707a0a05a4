//? status: wrong
//? says: multiplies blockIdx.y by blockDim.x: write blockDim.y.
// The row of a block by the width of the block.
//
//! launch matrix_sub_2d(a, b, c, h, w) grid=(w+31)/32,(h+7)/8 block=32,8

extern "C" __global__ void matrix_sub_2d(const float *a, const float *b, float *c, int h, int w)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.x + threadIdx.y;
    if (row < h && col < w) {
        int i = row * w + col;
        c[i] = a[i] - b[i];
    }
}
