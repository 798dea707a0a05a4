// Reference for linear_backward: each gradient by its formula, summed in f64 and rounded once.
//
//! launch dx_reference(dy, w, dx, n, d, e) grid=(d+31)/32,(n+7)/8 block=32,8
//! launch dw_reference(x, dy, dw, n, d, e) grid=(e+31)/32,(d+7)/8 block=32,8
//! launch db_reference(dy, db, n, e) grid=(e+255)/256 block=256

extern "C" __global__ void dx_reference(const float *dy, const float *w, float *dx, int n, int d, int e)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || col >= d)
        return;
    double sum = 0.0;
    for (int j = 0; j < e; j++)
        sum += (double)dy[row * e + j] * (double)w[col * e + j];
    dx[row * d + col] = (float)sum;
}

extern "C" __global__ void dw_reference(const float *x, const float *dy, float *dw, int n, int d, int e)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= d || col >= e)
        return;
    double sum = 0.0;
    for (int j = 0; j < n; j++)
        sum += (double)x[j * d + row] * (double)dy[j * e + col];
    dw[row * e + col] = (float)sum;
}

extern "C" __global__ void db_reference(const float *dy, float *db, int n, int e)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (col >= e)
        return;
    double sum = 0.0;
    for (int j = 0; j < n; j++)
        sum += (double)dy[j * e + col];
    db[col] = (float)sum;
}
