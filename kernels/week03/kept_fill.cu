//? params:
//?   - {name: grad, type: f32, shape: [n], role: in, init: "uniform(-3, 3)"}
//?   - {name: error, type: f32, shape: [n], role: inout, init: zeros}
//?   - {name: sent, type: f32, shape: [n], role: inout, init: zeros}
//?   - {name: n, type: i32}
//?   - {name: steps, type: i32}
//! for s in 0..steps { launch step(grad, error, sent, n) grid=(n+31)/32 block=32 }
extern "C" __global__ void step(const float *grad, float *error, float *sent, int n)
{
    int i = blockIdx.x * 32 + threadIdx.x; //@ begin
    float scale = 0.5f;
    if (i < n) {
        float v = grad[i] + error[i];
        float q = rintf(v / scale);
        sent[i] += q * scale;
        error[i] = /*?kept*/;
    } //@ end
}
