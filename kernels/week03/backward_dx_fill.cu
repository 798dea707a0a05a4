//? params:
//?   - {name: dy, type: f32, shape: [n, 8], role: in, init: iota}
//?   - {name: w, type: f32, shape: [d, 8], role: in, init: "uniform(-1, 1)"}
//?   - {name: dx, type: f32, shape: [n, d], role: out}
//?   - {name: n, type: i32}
//?   - {name: d, type: i32}
//? reduction_length: 8
//! launch linear_dx(dy, w, dx, n, d) grid=(d+7)/8,(n+7)/8 block=8,8
extern "C" __global__ void linear_dx(const float *dy, const float *w, float *dx, int n, int d)
{
    int col = blockIdx.x * 8 + threadIdx.x; //@ begin
    int row = blockIdx.y * 8 + threadIdx.y;
    if (row >= n || col >= d)
        return;
    float sum = 0.0f;
    for (int j = 0; j < 8; j++)
        sum += dy[row * 8 + j] * w[/*?place*/];
    dx[row * d + col] = sum; //@ end
}
