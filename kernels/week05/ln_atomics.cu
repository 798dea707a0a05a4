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
//! zero dgamma
//! zero dbeta
//! launch columns_atomic(x, dy, mean, rstd, dgamma, dbeta, cols) grid=rows block=512

extern "C" __global__ void columns_atomic(const float *x, const float *dy, const float *mean, const float *rstd,
                                          float *dgamma, float *dbeta, int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) { //@ begin
        float d = dy[first + c];
        atomicAdd(&dgamma[c], d * (x[first + c] - mean[blockIdx.x]) * rstd[blockIdx.x]);
        atomicAdd(&dbeta[c], d);
    } //@ end
}
