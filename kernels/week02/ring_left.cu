//? params:
//?   - {name: in, type: f32, shape: [n], role: in, init: iota}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch ring_left(in, out, n) grid=(n+7)/8 block=8
extern "C" __global__ void ring_left(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i < n)
        out[i] = in[/*?left*/]; //@ end
}
