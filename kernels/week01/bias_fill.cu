//? params:
//?   - {name: x, type: f32, shape: [h, w], role: in, init: zeros}
//?   - {name: bias, type: f32, shape: [w], role: in, init: iota}
//?   - {name: y, type: f32, shape: [h, w], role: out}
//?   - {name: h, type: i32}
//?   - {name: w, type: i32}
//! launch bias_fill(x, bias, y, h, w) grid=(h*w+7)/8 block=8
extern "C" __global__ void bias_fill(const float *x, const float *bias, float *y, int h, int w)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i < h * w)
        y[i] = x[i] + bias[/*?place*/]; //@ end
}
