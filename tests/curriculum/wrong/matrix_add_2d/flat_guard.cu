//? status: unsafe
//? finding: race_same_value
//? line: 12
//? says: compares the index with h*w alone
// Only the end of the matrix is guarded: the columns beyond the last belong to the next row.
//
//! launch matrix_add_2d(a, b, c, h, w) grid=(w+31)/32,(h+7)/8 block=32,8
extern "C" __global__ void matrix_add_2d(const float *a, const float *b, float *c, int h, int w)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    int i = row*w+col; if (i < h*w) c[i] = a[i] + b[i];
}
