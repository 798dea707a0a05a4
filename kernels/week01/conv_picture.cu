//? params:
//?   - {name: in, type: f32, shape: [n+2], role: in, init: iota}
//?   - {name: weights, type: f32, shape: [3], role: in, init: iota}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch conv_picture(in, weights, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void conv_picture(const float *in, const float *weights, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i >= n)
        return;
    float sum = 0.0f;
    for (int k = 0; k < 3; k++)
        sum += /*?term*/;
    out[i] = sum; //@ end
}
