//? status: wrong
//? says: rank 0's y[0][2] is 22, expected 6
// The parts lie one below the other, in place of side by side.
//
//! scratch here f32[m, k]
//! scratch part f32[m, cols]
//! copy here peer(x, 0)
//! launch linear(here, w, part, m, cols, k) grid=ceil_div(cols, 32),ceil_div(m, 8) block=32,8
//! for r in 0..ranks {
//!     copy y + r*m*cols peer(part, r) count=m*cols
//! }

extern "C" __global__ void linear(const float *x, const float *w, float *part, int m, int cols, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= m || col >= cols)
        return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum += x[row * k + i] * w[i * cols + col];
    part[row * cols + col] = sum;
}

