// The type is a parameter.
//
//! launch first_steps<float>(x, y, h, w) grid=(w+15)/16,(h+15)/16 block=16,16

template <typename T> __global__ void first_steps(const T *x, T *y, int h, int w)
{
    int col = blockIdx.x * 16 + threadIdx.x;
    int row = blockIdx.y * 16 + threadIdx.y;
    if (row >= h || col >= w)
        return;
    y[row * w + col] = x[row * w + col] * (T(2) / T(3));
}
