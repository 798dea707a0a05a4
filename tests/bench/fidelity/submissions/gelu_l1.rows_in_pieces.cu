//! scratch shifted f32[rows, cols]
//! scratch activated f32[rows, cols]
//! let piece = (rows + 15) / 16
//! for p in 0..16 {
//!   launch add_bias(x + p*piece*cols, bias, shifted + p*piece*cols, min(piece, rows - p*piece)*cols, cols) grid=max(1,(piece*cols+255)/256) block=256 when=p*piece<rows
//!   launch gelu(shifted + p*piece*cols, activated + p*piece*cols, min(piece, rows - p*piece)*cols) grid=max(1,(piece*cols+255)/256) block=256 when=p*piece<rows
//!   launch add_residual(activated + p*piece*cols, residual + p*piece*cols, out + p*piece*cols, min(piece, rows - p*piece)*cols) grid=max(1,(piece*cols+255)/256) block=256 when=p*piece<rows
//! }
extern "C" __global__ void add_bias(const float *x, const float *bias, float *shifted, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        shifted[i] = x[i] + bias[i % cols];
}
extern "C" __global__ void gelu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 0.5f * x[i] * (1.0f + erff(x[i] * 0.70710678f));
}
extern "C" __global__ void add_residual(const float *activated, const float *residual, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = activated[i] + residual[i];
}
