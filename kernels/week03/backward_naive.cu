//? params:
//?   - {name: x, type: f32, shape: [n, d], role: in, init: "uniform(-1, 1)"}
//?   - {name: w, type: f32, shape: [d, e], role: in, init: "uniform(-1, 1)"}
//?   - {name: dy, type: f32, shape: [n, e], role: in, init: "uniform(-1, 1)"}
//?   - {name: dx, type: f32, shape: [n, d], role: out}
//?   - {name: dw, type: f32, shape: [d, e], role: out}
//?   - {name: db, type: f32, shape: [e], role: out}
//?   - {name: n, type: i32}
//?   - {name: d, type: i32}
//?   - {name: e, type: i32}
//? reduction_length: max(n, e)
//! launch linear_dx(dy, w, dx, n, d, e) grid=(d+31)/32,(n+7)/8 block=32,8
//! launch linear_dw(x, dy, dw, db, n, d, e) grid=(e+31)/32,(d+7)/8 block=32,8

extern "C" __global__ void linear_dx(const float *dy, const float *w, float *dx, int n, int d, int e)
{
    int col = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 8 + threadIdx.y;
    if (row >= n || col >= d)
        return;
    float sum = 0.0f;
    for (int j = 0; j < e; j++)
        sum += dy[row * e + j] * w[col * e + j];
    dx[row * d + col] = sum;
}

extern "C" __global__ void linear_dw(const float *x, const float *dy, float *dw, float *db, int n, int d, int e)
{
    int i = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * 32; // the block's first column
    int row = blockIdx.y * 8;  // and its first row
    float sum = 0.0f;
    float bias = 0.0f;

    if (row + y >= d || col + i >= e)
        return;
    for (int j = 0; j < n; j++) {
        float one = dy[j * e + col + i];
        bias += one;
        sum += x[j * d + row + y] * one;
    }
    dw[(row + y) * e + col + i] = sum;
    if (row == 0 && y == 0)
        db[col + i] = bias;
}
