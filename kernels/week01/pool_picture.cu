//? params:
//?   - {name: in, type: f32, shape: [2*m+1], role: in, init: iota}
//?   - {name: out, type: f32, shape: [m], role: out}
//?   - {name: m, type: i32}
//! launch pool_picture(in, out, m) grid=(m+255)/256 block=256
extern "C" __global__ void pool_picture(const float *in, float *out, int m)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i >= m)
        return;
    float sum = 0.0f;
    for (int k = 0; k < 3; k++)
        sum += in[/*?place*/];
    out[i] = sum; //@ end
}
