// Reference for gelu_l3: out = gelu(x + bias) + residual, exact GELU, in f64.
//
//! launch gelu_l3_reference(x, bias, residual, out, rows*cols, cols) grid=(rows*cols+255)/256 block=256

extern "C" __global__ void gelu_l3_reference(const float *x, const float *bias, const float *residual, float *out, int n,
                                             int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double value = (double)x[i] + (double)bias[i % cols];
    out[i] = (float)(0.5 * value * (1.0 + erf(value * 0.70710678118654752)) + (double)residual[i]);
}
