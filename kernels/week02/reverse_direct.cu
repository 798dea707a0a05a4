//? params:
//?   - {name: in, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//? bytes: 8*n
//! launch reverse_direct(in, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void reverse_direct(const float *in, float *out, int n)
{
    int first = blockIdx.x * 256, t = threadIdx.x; //@ begin
    int count = min(256, n - first);
    if (t < count)
        out[first + t] = in[first + count - 1 - t]; //@ end
}
