// Two weights in each thread, by float2. A last weight is alone.
//
//! launch adamw(weights, m, v, gradients, n,
//!     step, rate, beta1, beta2, decay) grid=((n+1)/2+127)/128 block=128

static __device__ void update(float &w, float &m, float &v, float g, int step, float rate, float beta1, float beta2,
                              float decay)
{
    m += (1.0f - beta1) * (g - m);
    v += (1.0f - beta2) * (g * g - v);
    w *= 1.0f - rate * decay;
    float size = rate * sqrtf(1.0f - powf(beta2, step)) / (1.0f - powf(beta1, step));
    w -= size * m / (sqrtf(v) + 1e-8f * sqrtf(1.0f - powf(beta2, step)));
}

extern "C" __global__ void adamw(float *weights, float *m, float *v, const float *gradients, int n, int step,
                                 float rate, float beta1, float beta2, float decay)
{
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 1 < n) {
        float2 w = *(float2 *)(weights + i), first = *(float2 *)(m + i), second = *(float2 *)(v + i);
        float2 g = *(const float2 *)(gradients + i);
        update(w.x, first.x, second.x, g.x, step, rate, beta1, beta2, decay);
        update(w.y, first.y, second.y, g.y, step, rate, beta1, beta2, decay);
        *(float2 *)(weights + i) = w;
        *(float2 *)(m + i) = first;
        *(float2 *)(v + i) = second;
    } else if (i < n) {
        update(weights[i], m[i], v[i], gradients[i], step, rate, beta1, beta2, decay);
    }
}
