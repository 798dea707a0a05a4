// first_steps: y = 2/3 of x, for h rows of w elements, stored row after row.
// TODO: three mistakes. The compiler names the first; the judge helps with the others.
//
//! launch first_steps(x, y, h, w) grid=(w+31)/32,(h+7)/8 block=32,8

extern "C" __global__ void first_steps(const float *x, float *y, int h, int w)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < h && col < w)
        y[row * h + col] = x[row * h + col] * (2 / 3);
}
