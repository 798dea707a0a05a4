//? params:
//?   - {name: x, type: f32, shape: [h, w], role: in, init: iota}
//?   - {name: y, type: f32, shape: [h, w], role: out}
//?   - {name: h, type: i32}
//?   - {name: w, type: i32}
//! launch rows_fill(x, y, h, w) grid=(w+3)/4,(h+7)/8 block=4,2
extern "C" __global__ void rows_fill(const float *x, float *y, int h, int w)
{
    int col = blockIdx.x * 4 + threadIdx.x; //@ begin
    for (int k = 0; k < 4; k++) {
        int row = blockIdx.y * 8 + /*?row*/;
        if (row < h && col < w)
            y[row * w + col] = 2.0f * x[row * w + col];
    } //@ end
}
