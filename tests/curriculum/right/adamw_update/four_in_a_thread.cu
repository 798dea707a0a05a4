// adamw_update: four neighbouring weights in each thread, where n is a multiple of 4.
//
//! launch adamw<float4>(weights, m, v, gradients, n/4,
//!     step, rate, beta1, beta2, decay)
//!     grid=(n/4+255)/256 block=256 when=n%4==0
//! launch adamw<float>(weights, m, v, gradients, n,
//!     step, rate, beta1, beta2, decay)
//!     grid=(n+255)/256 block=256 when=n%4!=0

template <typename T>
__global__ void adamw(T *weights, T *m, T *v, const T *gradients, int count, int step, float rate, float beta1,
                      float beta2, float decay)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    T w = weights[i], first = m[i], second = v[i], g = gradients[i];
    float *ws = (float *)&w, *ms = (float *)&first, *vs = (float *)&second, *gs = (float *)&g;
    float grow = 1.0f / (1.0f - powf(beta1, step)), root = rsqrtf(1.0f - powf(beta2, step));
    for (int e = 0; e < sizeof(T) / sizeof(float); e++) {
        ms[e] = beta1 * ms[e] + (1.0f - beta1) * gs[e];
        vs[e] = beta2 * vs[e] + (1.0f - beta2) * gs[e] * gs[e];
        ws[e] -= rate * (ms[e] * grow / (sqrtf(vs[e]) * root + 1e-8f) + decay * ws[e]);
    }
    weights[i] = w;
    m[i] = first;
    v[i] = second;
}
