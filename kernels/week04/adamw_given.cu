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
//! scratch parts f32[2]
//! launch correct(parts, step, beta1, beta2) grid=1 block=1
//! launch adamw(weights, m, v, gradients, parts,
//!     n, rate, beta1, beta2, decay) grid=(n+255)/256 block=256
extern "C" __global__ void correct(float *parts, int step, float beta1, float beta2)
{
    parts[0] = 1.0f - powf(beta1, step);
    parts[1] = 1.0f - powf(beta2, step);
}

extern "C" __global__ void adamw(float *weights, float *m, float *v, const float *gradients, const float *parts, int n,
                                 float rate, float beta1, float beta2, float decay)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float g = gradients[i], w = weights[i];
    float first = beta1 * m[i] + (1.0f - beta1) * g;
    float second = beta2 * v[i] + (1.0f - beta2) * g * g;
    float m_hat = first / parts[0], v_hat = second / parts[1];
    m[i] = first;
    v[i] = second;
    weights[i] = w - rate * (m_hat / (sqrtf(v_hat) + 1e-8f) + decay * w);
}
