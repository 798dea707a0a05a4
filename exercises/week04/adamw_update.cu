// adamw_update: one step of AdamW for n weights. This plan is right, and moves 48 bytes for each.
// TODO: one launch that reads and writes each number only once.
//
//! launch shrink(weights, rate, decay, n) grid=(n+255)/256 block=256
//! launch first_moment(m, gradients, beta1, n) grid=(n+255)/256 block=256
//! launch second_moment(v, gradients, beta2, n) grid=(n+255)/256 block=256
//! launch apply(weights, m, v, n, step, rate, beta1, beta2) grid=(n+255)/256 block=256

extern "C" __global__ void shrink(float *weights, float rate, float decay, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float w = weights[i];
    weights[i] = w - rate * decay * w;
}

extern "C" __global__ void first_moment(float *m, const float *gradients, float beta1, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float g = gradients[i];
    float first = beta1 * m[i] + (1.0f - beta1) * g;
    m[i] = first;
}

extern "C" __global__ void second_moment(float *v, const float *gradients, float beta2, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float g = gradients[i];
    float second = beta2 * v[i] + (1.0f - beta2) * g * g;
    v[i] = second;
}

extern "C" __global__ void apply(float *weights, const float *m, const float *v, int n, int step, float rate,
                                 float beta1, float beta2)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float first = m[i];
    float second = v[i];
    float m_hat = first / (1.0f - powf(beta1, step));
    float v_hat = second / (1.0f - powf(beta2, step));
    weights[i] -= rate * m_hat / (sqrtf(v_hat) + 1e-8f);
}
