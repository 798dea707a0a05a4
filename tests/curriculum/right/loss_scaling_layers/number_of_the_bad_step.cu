// Both layers in one kernel. The flag holds the number of the step that was bad.
//
//! scratch half_a f16[n]; scratch half_b f16[m]
//! scratch state f32[2] zero      // scale, steps since the last change
//! scratch bad i32[1] zero
//! launch begin(state, first) grid=1 block=32
//! let blocks = ceil_div(max(n, m), 128)
//! for s in 0..steps {
//!     launch scaled(gradients_a + s*n, gradients_b + s*m, state, half_a, half_b, bad, s + 1,
//!         n, m) grid=blocks, 2 block=128
//!     launch update(weights_a, weights_b, half_a, half_b, state, bad, s + 1, rate,
//!         n, m) grid=blocks, 2 block=128
//!     launch after(state, bad, s + 1, scales + s, interval) grid=1 block=1
//! }

#include <cuda_fp16.h>
extern "C" __global__ void begin(float *state, float first)
{
    if (threadIdx.x == 0)
        state[0] = first;
}
extern "C" __global__ void scaled(const float *ga, const float *gb, const float *state, __half *a, __half *b, int *bad,
                                  int step, int n, int m)
{
    const float *g = blockIdx.y ? gb : ga;
    __half *to = blockIdx.y ? b : a;
    int count = blockIdx.y ? m : n, i = blockIdx.x * 128 + threadIdx.x;
    bool is_bad = false;
    if (i < count) {
        __half h = __float2half_rn(g[i] * *state);
        is_bad = __hisinf(h) || __hisnan(h);
        to[i] = h;
    }
    if (__any_sync(0xffffffff, is_bad) && threadIdx.x % 32 == 0)
        atomicMax(bad, step);
}
extern "C" __global__ void update(float *wa, float *wb, const __half *a, const __half *b, const float *state,
                                  const int *bad, int step, float rate, int n, int m)
{
    if (*bad == step)
        return;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float by = rate / state[0];
    if (blockIdx.y == 0 && i < n)
        wa[i] -= by * __half2float(a[i]);
    if (blockIdx.y == 1 && i < m)
        wb[i] -= by * __half2float(b[i]);
}
extern "C" __global__ void after(float *state, const int *bad, int step, float *used, int interval)
{
    *used = state[0];
    if (*bad == step)
        state[0] /= 2, state[1] = 0;
    else if ((state[1] += 1) >= interval)
        state[0] *= 2, state[1] = 0;
}
