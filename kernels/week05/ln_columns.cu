//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: "normal(0, 1)"}
//?   - {name: dy, type: f32, shape: [rows, cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: gamma, type: f32, shape: [cols], role: in, init: "uniform(0.5, 1.5)"}
//?   - {name: mean, type: f32, shape: [rows], role: in, init: "uniform(-0.2, 0.2)"}
//?   - {name: rstd, type: f32, shape: [rows], role: in, init: "uniform(0.8, 1.25)"}
//?   - {name: dgamma, type: f32, shape: [cols], role: out}
//?   - {name: dbeta, type: f32, shape: [cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? reduction_length: max(rows, cols)
//! launch by_columns(x, dy, mean, rstd, dgamma, dbeta,
//!     rows, cols) grid=(cols+255)/256 block=256

extern "C" __global__ void by_columns(const float *x, const float *dy, const float *mean, const float *rstd,
                                      float *dgamma, float *dbeta, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    float of_gamma = 0.0f, of_beta = 0.0f;
    for (int r = 0; r < rows && c < cols; r++) { //@ begin
        float d = dy[(size_t)r * cols + c];
        of_gamma += d * (x[(size_t)r * cols + c] - mean[r]) * rstd[r]; //@ load
        of_beta += d;
    } //@ end
    if (c < cols) {
        dgamma[c] = of_gamma;
        dbeta[c] = of_beta;
    }
}
