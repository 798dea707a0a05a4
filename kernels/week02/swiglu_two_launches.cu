//? params:
//?   - {name: x, type: f32, shape: [rows, 2*cols], role: in, init: "normal(0, 2)"}
//?   - {name: y, type: f32, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? bytes: 12*rows*cols
//! scratch gates f32[rows, cols]
//! launch silu(x, gates, rows*cols, cols) grid=(rows*cols+255)/256 block=256
//! launch multiply(gates, x, y, rows*cols, cols) grid=(rows*cols+255)/256 block=256

extern "C" __global__ void silu(const float *x, float *gates, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i < n) {
        float gate = x[i / cols * 2 * cols + i % cols];
        gates[i] = gate / (1.0f + expf(-gate));
    }
} //@ end

extern "C" __global__ void multiply(const float *gates, const float *x, float *y, int n, int cols)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = gates[i] * x[i / cols * 2 * cols + cols + i % cols];
}
