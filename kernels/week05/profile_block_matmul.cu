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
//! scratch q f32[seq, width] zero
//! scratch k f32[seq, width] zero
//! scratch v f32[seq, width] zero
//! scratch mixed f32[seq, width] zero
//! scratch projected f32[seq, width] zero
//! scratch normed2 f32[seq, width] zero
//! scratch raised f32[seq, hidden] zero
//! scratch active f32[seq, hidden] zero
//! scratch lowered f32[seq, width] zero
//! launch matmul(normed, wq, q, seq, width, width) grid=(seq*width+127)/128 block=128
//! launch matmul(normed, wk, k, seq, width, width) grid=(seq*width+127)/128 block=128
//! launch matmul(normed, wv, v, seq, width, width) grid=(seq*width+127)/128 block=128
//! launch matmul(mixed, wo, projected, seq, width, width) grid=(seq*width+127)/128 block=128
//! launch matmul(normed2, up, raised, seq, hidden, width) grid=(seq*hidden+127)/128 block=128
//! launch matmul(active, down, lowered, seq, width, hidden) grid=(seq*width+127)/128 block=128

// c = a * b: a is m x k, b is k x n.
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m * n)
        return;
    int row = i / n, col = i % n;
    float sum = 0.0f;
    for (int s = 0; s < k; s++)
        sum += a[row * k + s] * b[s * n + col];
    c[i] = sum;
}
