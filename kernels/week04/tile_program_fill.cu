//? params:
//?   - {name: x, type: f32, shape: [h, w], role: in, init: iota}
//?   - {name: y, type: f32, shape: [h, w], role: out}
//?   - {name: h, type: i32}
//?   - {name: w, type: i32}
//! launch scale(x, y, h, w) grid=((h+7)/8)*((w+7)/8) block=64
extern "C" __global__ void scale(const float *x, float *y, int h, int w)
{
    int pid = blockIdx.x, tiles_w = (w + 7) / 8; //@ begin
    int row = (/*?down*/) * 8 + threadIdx.x / 8;
    int col = pid % tiles_w * 8 + threadIdx.x % 8;
    if (row < h && col < w)
        y[row * w + col] = 2.0f * x[row * w + col]; //@ end
}
