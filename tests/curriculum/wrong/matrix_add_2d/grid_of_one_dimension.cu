//? status: wrong
//? says: reads blockIdx.y, which is always 0
// The launch line of a vector.
//
//! launch matrix_add_2d(a, b, c, h, w) grid=(h*w+255)/256 block=256

extern "C" __global__ void matrix_add_2d(const float *a, const float *b, float *c, int h, int w)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < h && col < w) {
        int index = row * w + col;
        c[index] = a[index] + b[index];
    }
}
