//? params:
//?   - {name: in, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: weights, type: f32, shape: [33], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//? bytes: 8*n
//? reduction_length: 33
//! launch conv(in, weights, out, n) grid=(n+255)/256 block=256
#define TAPS 33
extern "C" __global__ void conv(const float *in, const float *weights, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < TAPS; k++) {
        int from = i + k - TAPS / 2;
        if (from >= 0 && from < n)
            sum += weights[k] * in[from]; //@ loads
    }
    out[i] = sum; //@ end
}
