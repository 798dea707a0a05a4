//? params:
//?   - {name: in, type: f32, shape: [2*m+1], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f32, shape: [m], role: out}
//?   - {name: m, type: i32}
//? bytes: 12*m
//! launch pool_window(in, out, m) grid=(m+255)/256 block=256
extern "C" __global__ void pool_window(const float *in, float *out, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i >= m)
        return;
    float first = in[2 * i]; //@ load
    out[i] = first + in[2 * i + 1] + in[2 * i + 2]; //@ end
}
