//? status: unsafe
//? finding: out_of_bounds
//? says: A row of it has w elements, but the index multiplies by h.
// Takes the number of rows for the length of a row.
//
//! launch matrix_add_2d(a, b, c, h, w) grid=(w+31)/32,(h+7)/8 block=32,8

extern "C" __global__ void matrix_add_2d(const float *a, const float *b, float *c, int h, int w)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < h && col < w) {
        int index = row * h + col;
        c[index] = a[index] + b[index];
    }
}
