//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: "normal(0, 1)"}
//?   - {name: dy, type: f32, shape: [rows, cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: gamma, type: f32, shape: [cols], role: in, init: "uniform(0.5, 1.5)"}
//?   - {name: mean, type: f32, shape: [rows], role: in, init: "uniform(-0.2, 0.2)"}
//?   - {name: rstd, type: f32, shape: [rows], role: in, init: "uniform(0.8, 1.25)"}
//?   - {name: dx, type: f32, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? reduction_length: cols
//! launch by_rows(x, dy, gamma, mean, rstd, dx, cols) grid=rows block=1

extern "C" __global__ void by_rows(const float *x, const float *dy, const float *gamma, const float *mean,
                                   const float *rstd, float *dx, int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    float center = mean[blockIdx.x], spread = rstd[blockIdx.x], sum_g = 0.0f, sum_gx = 0.0f;
    for (int c = 0; c < cols; c++) {
        float g = dy[first + c] * gamma[c];
        sum_g += g;
        sum_gx += g * (x[first + c] - center) * spread;
    }
    for (int c = 0; c < cols; c++) {
        float g = dy[first + c] * gamma[c]; //@ begin
        float hat = (x[first + c] - center) * spread;
        dx[first + c] = spread * (/*?inner*/); //@ end
    }
}
