//? status: wrong
//? says: matches this slip: The step takes the mixture itself.
// The sign is computed and not used.
//
//! launch lion(weights, m, gradients, n, rate, beta1, beta2, decay) grid=(n+255)/256 block=256

extern "C" __global__ void lion(float *weights, float *m, const float *gradients, int n, float rate, float beta1,
                                float beta2, float decay)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float g = gradients[i], w = weights[i], old = m[i];
    float c = beta1 * old + (1.0f - beta1) * g;
    float sign = (c > 0.0f) - (c < 0.0f);
    m[i] = beta2 * old + (1.0f - beta2) * g;
    weights[i] = w - rate * (c + decay * w);
}
