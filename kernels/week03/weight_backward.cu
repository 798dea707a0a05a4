// Reference for weight_backward: both gradients by their formulas, summed in f64 and rounded once.
//
//! launch dw_reference(x, dy, dw, n, d, e) grid=(d+31)/32,(e+7)/8 block=32,8
//! launch db_reference(dy, db, n, e) grid=(e+255)/256 block=256

extern "C" __global__ void dw_reference(const float *x, const float *dy, float *dw, int n, int d, int e)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= e || col >= d)
        return;
    double sum = 0.0;
    for (int j = 0; j < n; j++)
        sum += (double)dy[j * e + row] * (double)x[j * d + col];
    dw[row * d + col] = (float)sum;
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
