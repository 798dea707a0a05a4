//? status: wrong
//? says: the grid of 1 block writes 1 of the
// One thread for all elements.
//! launch matrix_add_2d(a, b, c, h, w) grid=1 block=1

extern "C" __global__ void matrix_add_2d(const float *a, const float *b, float *c, int h, int w)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < h && col < w) {
        int index = row * w + col;
        c[index] = a[index] + b[index];
    }
}
