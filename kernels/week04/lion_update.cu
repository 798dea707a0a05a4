//! launch lion_reference(weights, m, gradients, n, rate, beta1, beta2, decay)
//!     grid=(n+255)/256 block=256
extern "C" __global__ void lion_reference(float *weights, float *m, const float *gradients, int n, float rate,
                                          float beta1, float beta2, float decay)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double g = gradients[i], w = weights[i], old = m[i];
    double c = (double)beta1 * old + (1.0 - (double)beta1) * g;
    double sign = (c > 0.0) - (c < 0.0);
    m[i] = (float)((double)beta2 * old + (1.0 - (double)beta2) * g);
    weights[i] = (float)(w - (double)rate * (sign + (double)decay * w));
}
