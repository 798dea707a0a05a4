//? params:
//?   - {name: x, type: f32, shape: [n, d], role: in, init: "uniform(-1, 1)"}
//?   - {name: w, type: f32, shape: [d, d], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [n, d], role: out}
//?   - {name: n, type: i32}
//?   - {name: d, type: i32}
//? bytes: 8*n*d + 4*d*d
//? reduction_length: d
//! launch any_size(x, w, y, n, d) grid=(n*d+255)/256 block=256

// Any d: one element of y for each thread.
extern "C" __global__ void any_size(const float *x, const float *w, float *y, int n, int d)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n * d)
        return;
    int row = i / d, col = i % d;
    float sum = 0.0f; //@ begin
    for (int s = 0; s < d; s++)
        sum += x[row * d + s] * w[s * d + col];
    y[i] = sum; //@ end
}
