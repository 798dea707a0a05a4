//? status: gate
//? says: all four lines of the formula in one kernel
// Updates the moments in one launch and the weights in the next.
//
//! launch moments(m, v, gradients, n, beta1, beta2) grid=(n+255)/256 block=256
//! launch apply(weights, m, v, n, step, rate, beta1, beta2, decay) grid=(n+255)/256 block=256

extern "C" __global__ void moments(float *m, float *v, const float *gradients, int n, float beta1, float beta2)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float g = gradients[i];
    m[i] = beta1 * m[i] + (1.0f - beta1) * g;
    v[i] = beta2 * v[i] + (1.0f - beta2) * g * g;
}

extern "C" __global__ void apply(float *weights, const float *m, const float *v, int n, int step, float rate,
                                 float beta1, float beta2, float decay)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float m_hat = m[i] / (1.0f - powf(beta1, step)), v_hat = v[i] / (1.0f - powf(beta2, step));
    weights[i] -= rate * (m_hat / (sqrtf(v_hat) + 1e-8f) + decay * weights[i]);
}
