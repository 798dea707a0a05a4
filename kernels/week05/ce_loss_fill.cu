//? params:
//?   - {name: logits, type: f32, shape: [rows, cols], role: in, init: "normal(0, 3)"}
//?   - {name: target, type: i32, shape: [rows], role: in, init: "integers(0, cols - 1)"}
//?   - {name: loss, type: f32, shape: [rows], role: out}
//?   - {name: dlogits, type: f32, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
//? bytes: 8*rows*cols
//! launch cross_entropy(logits, target, loss, dlogits, cols) grid=rows block=1

extern "C" __global__ void cross_entropy(const float *logits, const int *target, float *loss, float *dlogits, int cols)
{
    const float *row = logits + (size_t)blockIdx.x * cols;
    int t = target[blockIdx.x];
    float m = row[0], s = 0.0f;
    for (int i = 0; i < cols; i++)
        m = fmaxf(m, row[i]);
    for (int i = 0; i < cols; i++)
        s += expf(row[i] - m);
    // m is the largest logit of the row, s the sum of exp(row[i] - m), t the target
    loss[blockIdx.x] = /*?loss*/; //@ begin end
    for (int i = 0; i < cols; i++)
        dlogits[(size_t)blockIdx.x * cols + i] = expf(row[i] - m) / s - (i == t ? 1.0f : 0.0f);
}
