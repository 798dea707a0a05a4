//? params:
//?   - {name: x, type: f32, shape: [seq, "heads*dim"], role: in, init: "normal(0, 1)"}
//?   - {name: d_y, type: f32, shape: [seq, "heads*dim"], role: in, init: "normal(0, 1)"}
//?   - {name: gamma1, type: f32, shape: ["heads*dim"], role: in, init: "uniform(0.5, 1.5)"}
//?   - {name: beta1, type: f32, shape: ["heads*dim"], role: in, init: "uniform(-0.5, 0.5)"}
//?   - {name: wq, type: f32, shape: ["heads*dim", "heads*dim"], role: in,
//?      init: "normal(0, 1.0 / sqrt(heads*dim))"}
//?   - {name: wk, type: f32, shape: ["heads*dim", "heads*dim"], role: in,
//?      init: "normal(0, 1.0 / sqrt(heads*dim))"}
//?   - {name: wv, type: f32, shape: ["heads*dim", "heads*dim"], role: in,
//?      init: "normal(0, 1.0 / sqrt(heads*dim))"}
//?   - {name: wo, type: f32, shape: ["heads*dim", "heads*dim"], role: in,
//?      init: "normal(0, 1.0 / sqrt(heads*dim))"}
//?   - {name: gamma2, type: f32, shape: ["heads*dim"], role: in, init: "uniform(0.5, 1.5)"}
//?   - {name: beta2, type: f32, shape: ["heads*dim"], role: in, init: "uniform(-0.5, 0.5)"}
//?   - {name: up, type: f32, shape: ["heads*dim", hidden], role: in,
//?      init: "normal(0, 1.0 / sqrt(heads*dim))"}
//?   - {name: down, type: f32, shape: [hidden, "heads*dim"], role: in,
//?      init: "normal(0, 1.0 / sqrt(hidden))"}
//?   - {name: y, type: f32, shape: [seq, "heads*dim"], role: out}
//?   - {name: d_x, type: f32, shape: [seq, "heads*dim"], role: out}
//?   - {name: d_gamma1, type: f32, shape: ["heads*dim"], role: out}
//?   - {name: d_beta1, type: f32, shape: ["heads*dim"], role: out}
//?   - {name: d_wq, type: f32, shape: ["heads*dim", "heads*dim"], role: out}
//?   - {name: d_wk, type: f32, shape: ["heads*dim", "heads*dim"], role: out}
//?   - {name: d_wv, type: f32, shape: ["heads*dim", "heads*dim"], role: out}
//?   - {name: d_wo, type: f32, shape: ["heads*dim", "heads*dim"], role: out}
//?   - {name: d_gamma2, type: f32, shape: ["heads*dim"], role: out}
//?   - {name: d_beta2, type: f32, shape: ["heads*dim"], role: out}
//?   - {name: d_up, type: f32, shape: ["heads*dim", hidden], role: out}
//?   - {name: d_down, type: f32, shape: [hidden, "heads*dim"], role: out}
//?   - {name: seq, type: i32}
//?   - {name: heads, type: i32}
//?   - {name: dim, type: i32}
//?   - {name: hidden, type: i32}
//! let width = heads*dim
//! scratch normed f32[seq, width] zero
//! scratch stats1 f32[seq, 2] zero
//! scratch h f32[seq, width] zero
//! scratch stats2 f32[seq, 2] zero
//! scratch normed2 f32[seq, width] zero
//! launch layernorm(x, gamma1, beta1, normed, stats1, seq, width) grid=(seq+127)/128 block=128
//! launch layernorm(h, gamma2, beta2, normed2, stats2, seq, width) grid=(seq+127)/128 block=128
//! scratch d_normed f32[seq, width] zero
//! scratch d_h f32[seq, width] zero
//! launch layernorm_backward(d_normed, h, stats2, gamma2, d_y, d_h, seq, width)
//!     grid=(seq+127)/128 block=128
//! launch norm_weights(d_normed, h, stats2, d_gamma2, d_beta2, seq, width)
//!     grid=(width+127)/128 block=128
//! launch layernorm_backward(d_normed, x, stats1, gamma1, d_h, d_x, seq, width)
//!     grid=(seq+127)/128 block=128
//! launch norm_weights(d_normed, x, stats1, d_gamma1, d_beta1, seq, width)
//!     grid=(width+127)/128 block=128

// A thread has a row. stats keeps its mean and scale for the backward pass.
extern "C" __global__ void layernorm(const float *x, const float *gamma, const float *beta, float *y, float *stats,
                                     int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    const float *in = x + row * cols;
    float sum = 0.0f, squares = 0.0f;
    for (int c = 0; c < cols; c++)
        sum += in[c];
    float mean = sum / cols;
    for (int c = 0; c < cols; c++)
        squares += (in[c] - mean) * (in[c] - mean);
    float scale = rsqrtf(squares / cols + 1e-5f);
    for (int c = 0; c < cols; c++)
        y[row * cols + c] = (in[c] - mean) * scale * gamma[c] + beta[c];
    stats[2 * row] = mean;
    stats[2 * row + 1] = scale;
}

// d_x = residual + the gradient through the norm. A thread has a row.
extern "C" __global__ void layernorm_backward(const float *d_y, const float *x, const float *stats, const float *gamma,
                                              const float *residual, float *d_x, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float mean = stats[2 * row], scale = stats[2 * row + 1];
    float sum = 0.0f, product = 0.0f;
    for (int c = 0; c < cols; c++) {
        float d = d_y[row * cols + c] * gamma[c];
        sum += d;
        product += d * (x[row * cols + c] - mean) * scale;
    }
    for (int c = 0; c < cols; c++) {
        float d = d_y[row * cols + c] * gamma[c], normal = (x[row * cols + c] - mean) * scale;
        d_x[row * cols + c] = residual[row * cols + c] + scale * (d - (sum + normal * product) / cols);
    }
}

// The gradients of gamma and beta. A thread has a column.
extern "C" __global__ void norm_weights(const float *d_y, const float *x, const float *stats, float *d_gamma,
                                        float *d_beta, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols)
        return;
    float of_gamma = 0.0f, of_beta = 0.0f;
    for (int r = 0; r < rows; r++) {
        of_gamma += d_y[r * cols + c] * (x[r * cols + c] - stats[2 * r]) * stats[2 * r + 1];
        of_beta += d_y[r * cols + c];
    }
    d_gamma[c] = of_gamma;
    d_beta[c] = of_beta;
}
