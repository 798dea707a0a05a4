//! let half = rows*cols/2/cols*cols
//! let rest = rows*cols - half
//! scratch shifted f32[rows, cols]
//! scratch activated f32[rows, cols]
//! launch add_bias(x, bias, shifted, half, cols) grid=max(1,(half+255)/256) block=256 stream=1
//! launch add_bias(x + half, bias, shifted + half, rest, cols) grid=(rest+255)/256 block=256 stream=2
//! launch gelu(shifted, activated, half) grid=max(1,(half+255)/256) block=256 stream=1
//! launch gelu(shifted + half, activated + half, rest) grid=(rest+255)/256 block=256 stream=2
//! launch add_residual(activated, residual, out, half) grid=max(1,(half+255)/256) block=256 stream=1
//! launch add_residual(activated + half, residual + half, out + half, rest) grid=(rest+255)/256 block=256 stream=2
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
