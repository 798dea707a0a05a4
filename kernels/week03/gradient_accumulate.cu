// Reference for gradient_accumulate: the whole batch at once, in f64.
//! scratch error f64[n, m]
//! scratch grad f64[k, m]
//! launch errors(x, w, t, error, n, k, m) grid=(m+31)/32,(n+7)/8 block=32,8
//! launch gradient(x, error, grad, n, k, m) grid=(m+31)/32,(k+7)/8 block=32,8
//! launch step(w, grad, n, k*m) grid=(k*m+255)/256 block=256

extern "C" __global__ void errors(const float *x, const float *w, const float *t, double *error, int n, int k, int m)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || col >= m)
        return;
    double sum = -(double)t[row * m + col];
    for (int i = 0; i < k; i++)
        sum += (double)x[row * k + i] * w[i * m + col];
    error[row * m + col] = sum;
}

extern "C" __global__ void gradient(const float *x, const double *error, double *grad, int n, int k, int m)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= k || col >= m)
        return;
    double sum = 0.0;
    for (int row = 0; row < n; row++)
        sum += x[row * k + i] * error[row * m + col];
    grad[i * m + col] = sum;
}

extern "C" __global__ void step(float *w, const double *grad, int n, int size)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < size)
        w[i] = (float)(w[i] - 0.5 * grad[i] / n);
}
