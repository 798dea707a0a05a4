//? params:
//?   - {name: m, type: f32, shape: [batch, rows, cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: v, type: f32, shape: [batch, cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f32, shape: [batch, rows], role: out}
//?   - {name: batch, type: i32}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? bytes: 4*batch*rows*cols + 4*batch*cols + 4*batch*rows
//! launch repair_d(m, v, out, batch, rows, cols) grid=(batch*rows+127)/128 block=128

extern "C" __global__ void repair_d(const float *m, const float *v, float *out, int batch, int rows, int cols)
{
    float sum = 0.0f;
    int row = blockIdx.x * blockDim.x + threadIdx.x; // of all rows //@ begin
    if (row >= batch * rows)
        return;
    const float *weights = m + (size_t)row * cols;
    const float *vector = v + row / rows * cols;
    for (int c = 0; c < cols; c++)
        sum += weights[c] * vector[c]; //@ end
    out[row] = sum;
}
