//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: mean, type: f32, shape: [cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? bytes: 4*rows*cols + 4*cols
//! launch repair_f(x, mean, rows, cols) grid=(cols+127)/128 block=128

extern "C" __global__ void repair_f(const float *x, float *mean, int rows, int cols)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (col >= cols)
        return;
    float sum = 0.0f;
    for (int r = 0; r < rows; r++)
        sum += x[(size_t)r * cols + col];
    mean[col] = sum / rows; //@ end
}
