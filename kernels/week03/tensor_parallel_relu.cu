// Reference for tensor_parallel_relu: each rank computes its own columns, summed in f64 and
// rounded once, and all ranks gather them.
//
//! scratch here f32[m, k]
//! scratch part f32[m, cols]
//! copy here peer(x, 0)
//! launch relu_reference(here, w, bias, part, m, cols, k)
//!     grid=ceil_div(cols, 32),ceil_div(m, 8) block=32,8
//! launch gather_reference(peers(part), y, m, cols, ranks)
//!     grid=ceil_div(ranks*cols, 256),m block=256

extern "C" __global__ void relu_reference(const float *x, const float *w, const float *bias, float *part, int m, int cols,
                                          int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= cols)
        return;
    double sum = bias[col];
    for (int i = 0; i < k; i++)
        sum += (double)x[row * k + i] * (double)w[i * cols + col];
    part[row * cols + col] = (float)fmax(sum, 0.0);
}

extern "C" __global__ void gather_reference(const float *const *parts, float *y, int m, int cols, int ranks)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y;
    if (col < ranks * cols)
        y[row * ranks * cols + col] = parts[col / cols][row * cols + col % cols];
}
