//? status: wrong
//? says: blocks of 1 x 1 threads reach
// A block for each element, with rows along x.
//! launch matrix_add_2d(a, b, c, h, w) grid=h,w block=1

extern "C" __global__ void matrix_add_2d(const float *a, const float *b, float *c, int h, int w)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < h && col < w) {
        int index = row * w + col;
        c[index] = a[index] + b[index];
    }
}
