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
//! scratch d_active f32[seq, hidden] zero
//! scratch d_normed f32[seq, width] zero
//! scratch d_h f32[seq, width] zero
//! scratch d_mixed f32[seq, width] zero
//! scratch d_q f32[seq, width] zero
//! scratch d_k f32[seq, width] zero
//! scratch d_v f32[seq, width] zero
//! launch matmul_nt(d_y, down, d_active, seq, hidden, width, 0) grid=(seq*hidden+127)/128 block=128
//! launch matmul_nt(d_active, up, d_normed, seq, width, hidden, 0)
//!     grid=(seq*width+127)/128 block=128
//! launch matmul_nt(d_h, wo, d_mixed, seq, width, width, 0) grid=(seq*width+127)/128 block=128
//! launch matmul_nt(d_q, wq, d_normed, seq, width, width, 0) grid=(seq*width+127)/128 block=128
//! launch matmul_nt(d_k, wk, d_normed, seq, width, width, 1) grid=(seq*width+127)/128 block=128
//! launch matmul_nt(d_v, wv, d_normed, seq, width, width, 1) grid=(seq*width+127)/128 block=128

// c = a * b^T, or c += a * b^T: a is m x k, b is n x k.
extern "C" __global__ void matmul_nt(const float *a, const float *b, float *c, int m, int n, int k, int adds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m * n)
        return;
    int row = i / n, col = i % n;
    float sum = adds ? c[i] : 0.0f;
    for (int s = 0; s < k; s++)
        sum += a[row * k + s] * b[col * k + s];
    c[i] = sum;
}
