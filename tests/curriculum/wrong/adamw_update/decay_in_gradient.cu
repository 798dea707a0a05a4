//? status: wrong
//? says: The decay is added to the gradient, as in Adam
// Adds the decay to the gradient, as plain Adam does.
//
//! launch adamw(weights, m, v, gradients, n,
//!     step, rate, beta1, beta2, decay) grid=(n+255)/256 block=256

extern "C" __global__ void adamw(float *weights, float *m, float *v, const float *gradients, int n, int step,
                                 float rate, float beta1, float beta2, float decay)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float w = weights[i], g = gradients[i] + decay * w;
    float first = beta1 * m[i] + (1.0f - beta1) * g;
    float second = beta2 * v[i] + (1.0f - beta2) * g * g;
    float m_hat = first / (1.0f - powf(beta1, step)), v_hat = second / (1.0f - powf(beta2, step));
    m[i] = first;
    v[i] = second;
    weights[i] = w - rate * (m_hat / (sqrtf(v_hat) + 1e-8f));
}
