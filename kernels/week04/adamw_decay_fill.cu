//? params:
//?   - {name: weights, type: f32, shape: [n], role: inout, init: "uniform(-1, 1)"}
//?   - {name: m, type: f32, shape: [n], role: inout, init: "normal(0, 0.1)"}
//?   - {name: v, type: f32, shape: [n], role: inout, init: "uniform(0, 0.02)"}
//?   - {name: gradients, type: f32, shape: [n], role: in, init: "normal(0, 0.1)"}
//?   - {name: n, type: i32}
//?   - {name: step, type: i32}
//?   - {name: rate, type: f32}
//?   - {name: beta1, type: f32}
//?   - {name: beta2, type: f32}
//?   - {name: decay, type: f32}
//! launch adamw(weights, m, v, gradients, n,
//!     step, rate, beta1, beta2, decay) grid=(n+255)/256 block=256
extern "C" __global__ void adamw(float *weights, float *m, float *v, const float *gradients, int n, int step,
                                 float rate, float beta1, float beta2, float decay)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float w = weights[i], g = gradients[i]; //@ begin
    m[i] = beta1 * m[i] + (1.0f - beta1) * g;
    v[i] = beta2 * v[i] + (1.0f - beta2) * g * g;
    float m_hat = m[i] / (1.0f - powf(beta1, step));
    float v_hat = v[i] / (1.0f - powf(beta2, step));
    float move = m_hat / (sqrtf(v_hat) + 1e-8f);
    weights[i] = w - rate * (move + /*?decay*/); //@ end
}
