//? params:
//?   - {name: dy, type: f32, shape: [n, e], role: in, init: "uniform(-1, 1)"}
//?   - {name: w, type: f32, shape: [d, e], role: in, init: "uniform(-1, 1)"}
//?   - {name: dx, type: f32, shape: [n, d], role: out}
//?   - {name: n, type: i32}
//?   - {name: d, type: i32}
//?   - {name: e, type: i32}
//? reduction_length: e
//! launch linear_dx(dy, w, dx, n, d, e) grid=(d+31)/32,(n+7)/8 block=32,8
extern "C" __global__ void linear_dx(const float *dy, const float *w, float *dx, int n, int d, int e)
{
    int col = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 8 + threadIdx.y;
    if (row >= n || col >= d)
        return;
    float sum = 0.0f;
    for (int j = 0; j < e; j++)
        sum += dy[row * e + j] * w[col * e + j]; //@ loads
    dx[row * d + col] = sum;
}
