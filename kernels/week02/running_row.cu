//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: "normal(0, 3)"}
//?   - {name: largest, type: f32, shape: [rows], role: out}
//?   - {name: sum, type: f32, shape: [rows], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? reduction_length: cols
//! launch running_row(x, largest, sum, rows, cols) grid=1 block=rows
#define SCALE expf(m - larger)

extern "C" __global__ void running_row(const float *x, float *largest, float *sum, int rows, int cols)
{
    int row = threadIdx.x;
    float m = -3.0e38f, s = 0.0f; //@ begin
    for (int i = 0; i < cols; i++) {
        float v = x[row * cols + i];
        float larger = fmaxf(m, v);
        s = s * /*?scale*/SCALE + expf(v - larger);
        m = larger;
    } //@ end
    largest[row] = m;
    sum[row] = s;
}
