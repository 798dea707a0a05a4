//? params:
//?   - {name: in, type: f32, shape: [64], role: in, init: iota}
//?   - {name: out, type: f32, shape: [64], role: out}
//?   - {name: by, type: i32}
//! launch rotate(in, out, by) grid=1 block=64
extern "C" __global__ void rotate(const float *in, float *out, int by)
{
    __shared__ float tile[64]; //@ begin
    int t = threadIdx.x;
    tile[t] = in[t];
    t = threadIdx.x; //@ wait
    out[t] = tile[(t + by) % 64]; //@ end
}
