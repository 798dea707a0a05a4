//? status: wrong
//? says: matches this slip: beta1 and beta2 are exchanged.
// The two betas are exchanged.
//
//! launch lion(weights, m, gradients, n, rate, beta1, beta2, decay) grid=(n+255)/256 block=256

extern "C" __global__ void lion(float *weights, float *m, const float *gradients, int n, float rate, float beta1,
                                float beta2, float decay)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float g = gradients[i], w = weights[i], old = m[i];
    float c = beta2 * old + (1.0f - beta2) * g;
    float sign = (c > 0.0f) - (c < 0.0f);
    m[i] = beta1 * old + (1.0f - beta1) * g;
    weights[i] = w - rate * (sign + decay * w);
}
