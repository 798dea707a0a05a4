// loss_scaling_layers: training steps of two layers, with one scale for both. A step is skipped for
// both layers if a scaled gradient of either is inf or NaN.
// TODO: everything but the gradients in f16.
//
//! scratch scaled_a f16[n]
//! scratch scaled_b f16[m]
//! scratch scale f32[1]
//! launch start(scale, first) grid=1 block=1
//! for s in 0..steps {
//!     launch backward(gradients_a + s*n, scale, scaled_a, n) grid=(n+255)/256 block=256
//!     launch backward(gradients_b + s*m, scale, scaled_b, m) grid=(m+255)/256 block=256
//! }

#include <cuda_fp16.h>

extern "C" __global__ void start(float *scale, float first)
{
    scale[0] = first;
}

// In place of a backward pass: the gradients of the scaled loss, rounded to f16.
extern "C" __global__ void backward(const float *gradients, const float *scale, __half *scaled, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        scaled[i] = __float2half(gradients[i] * scale[0]);
}
