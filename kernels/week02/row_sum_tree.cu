//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: sums, type: f32, shape: [rows], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? bytes: 4*rows*cols
//? reduction_length: cols
//! launch row_sum_tree(x, sums, cols) grid=rows block=256
extern "C" __global__ void row_sum_tree(const float *x, float *sums, int cols)
{
    __shared__ float tile[256];
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int i = t; i < cols; i += 256)
        sum += x[blockIdx.x * cols + i];
    tile[t] = sum;
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) { //@ begin
        if (t < half)
            tile[t] += tile[t + half];
        __syncthreads();
    } //@ end
    if (t == 0)
        sums[blockIdx.x] = tile[0];
}
