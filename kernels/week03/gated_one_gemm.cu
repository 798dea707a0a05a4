// Reference for gated_one_gemm: two products of x in f64, one gates the other, rounded once.
//
//! launch gated_reference(x, wg, wu, out, n, d, e) grid=(e+31)/32,(n+7)/8 block=32,8

extern "C" __global__ void gated_reference(const float *x, const float *wg, const float *wu, float *out, int n, int d,
                                           int e)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= n || col >= e)
        return;
    double g = 0.0, u = 0.0;
    for (int i = 0; i < d; i++) {
        g += (double)x[row * d + i] * (double)wg[i * e + col];
        u += (double)x[row * d + i] * (double)wu[i * e + col];
    }
    out[row * e + col] = (float)(g / (1.0 + exp(-g)) * u);
}
