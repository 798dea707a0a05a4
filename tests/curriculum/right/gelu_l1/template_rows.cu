// Kernels over rows and columns, with the type as a parameter.
//
//! scratch shifted f32[rows, cols]
//! scratch activated f32[rows, cols]
//! launch add_bias<float>(x, bias, shifted, rows, cols) grid=(cols+31)/32,(rows+7)/8 block=32,8
//! launch gelu<float>(shifted, activated, rows*cols) grid=(rows*cols+511)/512 block=512
//! launch add_residual<float>(activated, residual, out, rows*cols)
//!     grid=(rows*cols+511)/512 block=512

template <typename T> __global__ void add_bias(const T *x, const T *bias, T *y, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows && col < cols)
        y[row * cols + col] = x[row * cols + col] + bias[col];
}

template <typename T> __global__ void gelu(const T *x, T *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] * normcdff(x[i]);
}

template <typename T> __global__ void add_residual(const T *x, const T *residual, T *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + residual[i];
}
