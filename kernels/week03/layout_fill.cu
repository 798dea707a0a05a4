//? params:
//?   - {name: in, type: f32, shape: [n, 3, 4], role: in, init: iota}
//?   - {name: out, type: f32, shape: [n, 4, 3], role: out}
//?   - {name: n, type: i32}
//! launch turn(in, out, n) grid=(12*n+63)/64 block=64
extern "C" __global__ void turn(const float *in, float *out, int n)
{
    int o = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (o >= 12 * n)
        return;
    int k = o % 3;     // the channel
    int p = o / 3 % 4; // the pixel
    int image = o / 12;
    out[o] = in[/*?place*/]; //@ end
}
