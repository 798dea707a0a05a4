// gradient_accumulate: one step of a linear layer, w -= 0.5 * gradient. The gradient is the mean
// over n rows. The step is right, and the errors of all rows are in memory at once.
// TODO: keep the errors of `micro` rows only. Go through the batch in micro-batches, add up their
// gradients in grad, and make one step at the end. Change the plan, and one line of a kernel.
//
//! scratch error f32[n, m]
//! scratch grad f32[k, m]
//! launch errors(x, w, t, error, n, k, m) grid=(m+31)/32,(n+7)/8 block=32,8
//! launch gradient(x, error, grad, n, k, m) grid=(m+31)/32,(k+7)/8 block=32,8
//! launch step(w, grad, n, k*m) grid=(k*m+255)/256 block=256

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

// grad = the transpose of x, times error: a sum over the rows.
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
