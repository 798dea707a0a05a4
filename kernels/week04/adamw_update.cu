// Reference for adamw_update, in f64. One thread of a block computes the two shares for all.
//
//! launch adamw_reference(weights, m, v, gradients, n,
//!     step, rate, beta1, beta2, decay) grid=(n+255)/256 block=256
extern "C" __global__ void adamw_reference(float *weights, float *m, float *v, const float *gradients, int n, int step,
                                           float rate, float beta1, float beta2, float decay)
{
    __shared__ double shares[2];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) {
        shares[0] = 1.0 - pow((double)beta1, (double)step);
        shares[1] = 1.0 - pow((double)beta2, (double)step);
    }
    __syncthreads();
    if (i >= n)
        return;
    double g = gradients[i], w = weights[i];
    double first = (double)beta1 * m[i] + (1.0 - (double)beta1) * g;
    double second = (double)beta2 * v[i] + (1.0 - (double)beta2) * g * g;
    double m_hat = first / shares[0], v_hat = second / shares[1];
    m[i] = (float)first;
    v[i] = (float)second;
    weights[i] = (float)(w - (double)rate * (m_hat / (sqrt(v_hat) + 1e-8) + (double)decay * w));
}
