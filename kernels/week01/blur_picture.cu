//? params:
//?   - {name: in, type: f32, shape: [n], role: in, init: ones}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch blur_picture(in, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void blur_picture(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i >= n)
        return;
    float left = /*?inside*/ ? in[i - 1] : 0.0f;
    out[i] = left + in[i]; //@ end
}
