// accumulate_moments: the mean of each column, then the mean of the squared deviations, in pieces.
//
//! zero mean
//! zero spread
//! for b in 0..ceil_div(n, micro) {
//!     launch add_rows(x + b*micro*k, mean, min(micro, n - b*micro), k, n)
//!         grid=(k+31)/32 block=32,8
//! }
//! for b in 0..ceil_div(n, micro) {
//!     launch add_squares(x + b*micro*k, mean, spread, min(micro, n - b*micro), k, n)
//!         grid=(k+31)/32 block=32,8
//! }

// The sum over the 8 threads of a column, for those with y = 0.
__device__ float column_sum(float value)
{
    __shared__ float parts[8][32];
    parts[threadIdx.y][threadIdx.x] = value;
    __syncthreads();
    float sum = 0.0f;
    for (int j = 0; j < 8; j++)
        sum += parts[j][threadIdx.x];
    return sum;
}

extern "C" __global__ void add_rows(const float *x, float *mean, int rows, int k, int n)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    float sum = 0.0f;
    if (i < k)
        for (int row = threadIdx.y; row < rows; row += 8)
            sum += x[row * k + i];
    sum = column_sum(sum);
    if (i < k && threadIdx.y == 0)
        mean[i] += sum / n;
}

extern "C" __global__ void add_squares(const float *x, const float *mean, float *spread, int rows, int k, int n)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    float sum = 0.0f;
    if (i < k)
        for (int row = threadIdx.y; row < rows; row += 8)
            sum += (x[row * k + i] - mean[i]) * (x[row * k + i] - mean[i]);
    sum = column_sum(sum);
    if (i < k && threadIdx.y == 0)
        spread[i] += sum / n;
}
