//? status: wrong
//? says: scales holds the scale after the step
// Notes the scale after it has changed.
//
//! scratch scaled f16[n]
//! scratch scale f32[1]
//! scratch good i32[1]
//! scratch found i32[1]
//! launch start(scale, good, found, first) grid=1 block=1
//! for s in 0..steps {
//!     launch backward(gradients + s*n, scale, scaled, n) grid=(n+255)/256 block=256
//!     launch check(scaled, found, n) grid=(n+255)/256 block=256
//!     launch update(weights, scaled, scale, found, rate, n) grid=(n+255)/256 block=256
//!     launch adjust(scale, good, found, scales + s, interval) grid=1 block=1
//! }
//! launch to_half(weights, halves, n) grid=(n+255)/256 block=256

#include <cuda_fp16.h>

extern "C" __global__ void start(float *scale, int *good, int *found, float first)
{
    scale[0] = first;
    good[0] = 0;
    found[0] = 0;
}

// In place of a backward pass: the gradients of the scaled loss, rounded to f16.
extern "C" __global__ void backward(const float *gradients, const float *scale, __half *scaled, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        scaled[i] = __float2half(gradients[i] * scale[0]);
}

extern "C" __global__ void check(const __half *scaled, int *found, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && !isfinite(__half2float(scaled[i])))
        found[0] = 1;
}

extern "C" __global__ void update(float *weights, const __half *scaled, const float *scale, const int *found,
                                  float rate, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && found[0] == 0)
        weights[i] -= rate * (__half2float(scaled[i]) / scale[0]);
}

extern "C" __global__ void adjust(float *scale, int *good, int *found, float *used, int interval)
{
    if (found[0]) {
        scale[0] *= 0.5f;
        good[0] = 0;
    } else if (++good[0] == interval) {
        scale[0] *= 2.0f;
        good[0] = 0;
    }
    found[0] = 0;
    used[0] = scale[0];
}

// The copy that the next forward pass reads.
extern "C" __global__ void to_half(const float *weights, __half *halves, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        halves[i] = __float2half(weights[i]);
}
