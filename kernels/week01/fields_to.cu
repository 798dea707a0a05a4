//? params:
//?   - {name: in, type: f32, shape: [n, 3], role: in, init: iota}
//?   - {name: out, type: f32, shape: [3, n], role: out}
//?   - {name: n, type: i32}
//! launch fields_to(in, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void fields_to(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) //@ begin
        return;
    for (int field = 0; field < 3; field++)
        out[/*?to*/] = in[3 * i + field]; //@ end
}
