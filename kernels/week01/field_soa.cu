//? params:
//?   - {name: particles, type: f32, shape: [4, n], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//? bytes: 8*n
//! launch field(particles, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void field(const float *particles, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i < n)
        out[i] = 2.0f * particles[i]; //@ end
}
