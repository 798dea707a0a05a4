// Reference for silu_l3: out = silu(x + bias) + residual, SiLU, in f64.
//
//! launch silu_l3_reference(x, bias, residual, out, rows*cols, cols) grid=(rows*cols+255)/256 block=256

extern "C" __global__ void silu_l3_reference(const float *x, const float *bias, const float *residual, float *out, int n,
                                             int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double value = (double)x[i] + (double)bias[i % cols];
    out[i] = (float)(value / (1.0 + exp(-value)) + (double)residual[i]);
}
