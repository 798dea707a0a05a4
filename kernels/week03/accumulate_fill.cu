//? params:
//?   - {name: x, type: f32, shape: [n, k], role: in, init: iota}
//?   - {name: total, type: f32, shape: [k], role: out}
//?   - {name: n, type: i32}
//?   - {name: k, type: i32}
//?   - {name: micro, type: i32}
//? reduction_length: n
//! zero total
//! for b in 0..ceil_div(n, micro) {
//!     let rows = min(micro, n - b*micro)
//!     launch add_rows(x + b*micro*k, total, rows, k) grid=(k+31)/32 block=32
//! }
extern "C" __global__ void add_rows(const float *x, float *total, int rows, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i >= k)
        return;
    float sum = 0.0f;
    for (int row = 0; row < rows; row++)
        sum += x[row * k + i];
    total[i] = /*?sum*/; //@ end
}
