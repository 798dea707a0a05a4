// loss_scaling: four gradients in each thread, checked while they are still in registers.
//
//! scratch scaled f16[n]
//! scratch scale f32[1]
//! scratch good i32[1]
//! scratch found i32[1]
//! launch start(scale, good, found, first) grid=1 block=1
//! let wide = n % 4 == 0
//! for s in 0..steps {
//!     launch backward(gradients + s*n, scale, scaled, found, n, wide) grid=(n+1023)/1024 block=256
//!     launch update(weights, scaled, scale, found, rate, n, wide) grid=(n+1023)/1024 block=256
//!     launch adjust(scale, good, found, scales + s, interval) grid=1 block=1
//! }
//! launch to_half(weights, halves, n) grid=(n+255)/256 block=256

#include <cuda_fp16.h>

struct alignas(8) four_halves {
    __half e[4];
};

struct alignas(16) four_floats {
    float e[4];
};

extern "C" __global__ void start(float *scale, int *good, int *found, float first)
{
    scale[0] = first;
    good[0] = 0;
    found[0] = 0;
}

extern "C" __global__ void backward(const float *gradients, const float *scale, __half *scaled, int *found, int n,
                                    int wide)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x), count = min(4, n - i);
    float factor = scale[0];
    bool bad = false;
    if (wide && count > 0) {
        four_floats from = *(const four_floats *)(gradients + i);
        four_halves to;
        for (int e = 0; e < 4; e++) {
            to.e[e] = __float2half(from.e[e] * factor);
            bad |= !isfinite(__half2float(to.e[e]));
        }
        *(four_halves *)(scaled + i) = to;
    }
    for (int e = 0; e < count && !wide; e++) {
        scaled[i + e] = __float2half(gradients[i + e] * factor);
        bad |= !isfinite(__half2float(scaled[i + e]));
    }
    if (bad)
        found[0] = 1;
}

extern "C" __global__ void update(float *weights, const __half *scaled, const float *scale, const int *found,
                                  float rate, int n, int wide)
{
    if (found[0])
        return;
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x), count = min(4, n - i);
    float factor = rate / scale[0];
    if (wide && count > 0) {
        four_halves by = *(const four_halves *)(scaled + i);
        four_floats to = *(four_floats *)(weights + i);
        for (int e = 0; e < 4; e++)
            to.e[e] -= factor * __half2float(by.e[e]);
        *(four_floats *)(weights + i) = to;
    }
    for (int e = 0; e < count && !wide; e++)
        weights[i + e] -= factor * __half2float(scaled[i + e]);
}

extern "C" __global__ void adjust(float *scale, int *good, int *found, float *used, int interval)
{
    used[0] = scale[0];
    if (found[0]) {
        scale[0] *= 0.5f;
        good[0] = 0;
    } else if (++good[0] == interval) {
        scale[0] *= 2.0f;
        good[0] = 0;
    }
    found[0] = 0;
}

// The copy that the next forward pass reads.
extern "C" __global__ void to_half(const float *weights, __half *halves, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        halves[i] = __float2half(weights[i]);
}
