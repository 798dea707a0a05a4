// lion_update: one step of Lion for n weights.
// TODO: each number is loaded once and stored once.
//
//! launch lion(weights, m, gradients, n, rate, beta1, beta2, decay) grid=(n+255)/256 block=256

extern "C" __global__ void lion(float *weights, float *m, const float *gradients, int n, float rate, float beta1,
                                float beta2, float decay)
{
}
