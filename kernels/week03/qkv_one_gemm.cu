// Reference for qkv_one_gemm: three products of x, summed in f64 and rounded once.
//
//! launch qkv_reference(x, wq, q, n, d, e) grid=(e+31)/32,(n+7)/8 block=32,8
//! launch qkv_reference(x, wk, k, n, d, e) grid=(e+31)/32,(n+7)/8 block=32,8
//! launch qkv_reference(x, wv, v, n, d, e) grid=(e+31)/32,(n+7)/8 block=32,8

extern "C" __global__ void qkv_reference(const float *x, const float *w, float *out, int n, int d, int e)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || col >= e)
        return;
    double sum = 0.0;
    for (int i = 0; i < d; i++)
        sum += (double)x[row * d + i] * (double)w[i * e + col];
    out[row * e + col] = (float)sum;
}
