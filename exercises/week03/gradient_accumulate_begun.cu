// gradient_accumulate: one step of a linear layer, in micro-batches. Half of it is written.
//
//! scratch error f32[micro, m]
//! scratch grad f32[k, m]              // TODO: what must grad hold before the first micro-batch?
//! for b in 0..ceil_div(n, micro) {
//!     let first = b*micro
//!     let rows = micro                // TODO: how many rows does the last micro-batch have?
//!     launch errors(x + first*k, w, t, error, rows, k, m)   // TODO: where do its targets begin?
//!         grid=(m+31)/32,(rows+7)/8 block=32,8
//!     // TODO: the gradient of this micro-batch
//! }
//! // TODO: one step, with the mean over all n rows

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

// TODO: grad already holds the rows of earlier micro-batches. What must happen to them?
extern "C" __global__ void gradient(const float *x, const float *error, float *grad, int rows, int k, int m)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y; // a column of x and a row of w
    if (i >= k || col >= m)
        return;
    float sum = 0.0f;
    for (int row = 0; row < rows; row++)
        sum += x[row * k + i] * error[row * m + col];
    grad[i * m + col] = sum;
}

// One step against the mean gradient of n rows.
extern "C" __global__ void step(float *w, const float *grad, int n, int size)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size)
        w[i] -= 0.5f * grad[i] / n;
}
