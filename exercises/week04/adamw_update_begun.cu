// adamw_update: one step of AdamW for n weights. Half of it is written.
//
//! launch adamw(weights, m, v, gradients, n,
//!     step, rate, beta1, beta2, decay) grid=(n+255)/256 block=256

extern "C" __global__ void adamw(float *weights, float *m, float *v, const float *gradients, int n, int step,
                                 float rate, float beta1, float beta2, float decay)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float g = gradients[i];
    float w = weights[i];
    float first = beta1 * m[i] + (1.0f - beta1) * g;
    float second = beta2 * v[i] + (1.0f - beta2) * g * g;
    // TODO: m_hat and v_hat, from first and second. Which share of each comes from gradients?
    m[i] = first;
    v[i] = second;
    // TODO: which two parts move the weight? Store the new weight once.
}
