//? params:
//?   - {name: x, type: f32, shape: [h, w], role: in, init: "uniform(-1, 1)"}
//?   - {name: bias, type: f32, shape: [w], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [h, w], role: out}
//?   - {name: h, type: i32}
//?   - {name: w, type: i32}
//? bytes: 8*h*w + 4*w
//! launch bias_rows_2(x, bias, y, h, w) grid=(w+31)/32,(h+15)/16 block=32,8
#define ROWS 2

extern "C" __global__ void bias_rows_2(const float *x, const float *bias, float *y, int h, int w)
{
    int col = blockIdx.x * 32 + threadIdx.x; //@ begin
    if (col >= w)
        return;
    float add = bias[col];
    for (int k = 0; k < ROWS; k++) {
        int row = blockIdx.y * 8 * ROWS + threadIdx.y + 8 * k;
        if (row < h)
            y[row * w + col] = x[row * w + col] + add;
    } //@ end
}
