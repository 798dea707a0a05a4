// A grid of fixed size, and powers computed once in each thread.
//
//! launch adamw(weights, m, v, gradients, n,
//!     step, rate, beta1, beta2, decay) grid=sm_count*8 block=256

extern "C" __global__ void adamw(float *weights, float *m, float *v, const float *gradients, int n, int step,
                                 float rate, float beta1, float beta2, float decay)
{
    float part1 = 1.0f - powf(beta1, step), part2 = 1.0f - powf(beta2, step);
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        float g = gradients[i], w = weights[i];
        float first = beta1 * m[i] + (1.0f - beta1) * g;
        float second = beta2 * v[i] + (1.0f - beta2) * g * g;
        float m_hat = first / part1, v_hat = second / part2;
        m[i] = first;
        v[i] = second;
        weights[i] = w - rate * (m_hat / (sqrtf(v_hat) + 1e-8f) + decay * w);
    }
}
