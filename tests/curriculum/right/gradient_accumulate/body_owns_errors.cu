// The buffer of errors belongs to the body; atomics add pieces of 16 rows.
//
//! scratch sums f32[k, m] zero
//! for b in 0..(n+micro-1)/micro {
//!     let rows = b*micro + micro < n ? micro : n - b*micro
//!     scratch error f32[rows, m]
//!     launch errors(x + b*micro*k, w, t + b*micro*m, error, rows, k, m)
//!         grid=(m+31)/32,(rows+7)/8 block=32,8
//!     launch gradient(x + b*micro*k, error, sums, rows, k, m)
//!         grid=(m+31)/32,(k+7)/8,(rows+15)/16 block=32,8
//! }
//! launch step(w, sums, n, k*m) grid=(k*m+255)/256 block=256

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

// 16 rows for each layer of blocks.
extern "C" __global__ void gradient(const float *x, const float *error, float *grad, int rows, int k, int m)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y; // a column of x and a row of w
    if (i >= k || col >= m)
        return;
    float sum = 0.0f;
    for (int row = blockIdx.z * 16; row < min(rows, (int)blockIdx.z * 16 + 16); row++)
        sum += x[row * k + i] * error[row * m + col];
    atomicAdd(&grad[i * m + col], sum);
}

// One step against the mean gradient of n rows.
extern "C" __global__ void step(float *w, const float *grad, int n, int size)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size)
        w[i] -= 0.5f * grad[i] / n;
}
