//? status: gate
//? says: as many sectors as needed
// Right, but x walks down the rows.
//
//! launch matrix_add_2d(a, b, c, h, w) grid=(h+31)/32,(w+7)/8 block=32,8

extern "C" __global__ void matrix_add_2d(const float *a, const float *b, float *c, int h, int w)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < h && col < w)
        c[row * w + col] = a[row * w + col] + b[row * w + col];
}
