//? status: wrong
//? says: grad is right. Check the launches that write
// Divides the sum over all rows by the length of a micro-batch.
//
//! scratch error f32[micro, m]
//! scratch grad f32[k, m] zero
//! for b in 0..ceil_div(n, micro) {
//!     let first = b*micro
//!     let rows = min(micro, n - first)
//!     launch errors(x + first*k, w, t + first*m, error, rows, k, m)
//!         grid=(m+31)/32,(rows+7)/8 block=32,8
//!     launch gradient(x + first*k, error, grad, rows, k, m) grid=(m+31)/32,(k+7)/8 block=32,8
//! }
//! launch step(w, grad, micro, k*m) grid=(k*m+255)/256 block=256

// error = x * w - t, one thread for each element.
extern "C" __global__ void errors(const float *x, const float *w, const float *t, float *error, int rows, int k, int m)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= m)
        return;
    float sum = 0.0f;
    for (int i = 0; i < k; i++)
        sum += x[row * k + i] * w[i * m + col];
    error[row * m + col] = sum - t[row * m + col];
}

// Adds the rows of one micro-batch to grad, which holds those of the earlier ones.
extern "C" __global__ void gradient(const float *x, const float *error, float *grad, int rows, int k, int m)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y; // a column of x and a row of w
    if (i >= k || col >= m)
        return;
    float sum = 0.0f;
    for (int row = 0; row < rows; row++)
        sum += x[row * k + i] * error[row * m + col];
    grad[i * m + col] += sum;
}

// One step against the mean gradient of n rows.
extern "C" __global__ void step(float *w, const float *grad, int n, int size)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size)
        w[i] -= 0.5f * grad[i] / n;
}
