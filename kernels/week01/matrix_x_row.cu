//? params:
//?   - {name: a, type: f32, shape: [h, w], role: in, init: "uniform(-1, 1)"}
//?   - {name: b, type: f32, shape: [h, w], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [h, w], role: out}
//?   - {name: h, type: i32}
//?   - {name: w, type: i32}
//? bytes: 12*h*w
//! launch matrix_add(a, b, c, h, w) grid=(h+31)/32,(w+7)/8 block=32,8
extern "C" __global__ void matrix_add(const float *a, const float *b, float *c, int h, int w)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    int col = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < h && col < w)
        c[row * w + col] = a[row * w + col] + b[row * w + col]; //@ end
}
