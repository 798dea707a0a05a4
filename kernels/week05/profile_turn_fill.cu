//? params:
//?   - {name: d, type: f32, shape: [seq, hidden], role: in, init: iota}
//?   - {name: w, type: f32, shape: [width, hidden], role: in, init: iota}
//?   - {name: out, type: f32, shape: [seq, width], role: out}
//?   - {name: seq, type: i32}
//?   - {name: width, type: i32}
//?   - {name: hidden, type: i32}
//! scratch turned f32[width*hidden] //@ begin
//! launch transpose(w, turned, width, hidden) grid=1 block=32
//! launch matmul(d, turned, out, seq, /*?n*/, hidden) grid=1 block=32 //@ end
extern "C" __global__ void transpose(const float *in, float *out, int rows, int cols)
{
    for (int i = threadIdx.x; i < rows * cols; i += 32)
        out[i % cols * rows + i / cols] = in[i];
}

// c = a * b: a is m x k, b is k x n.
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    for (int i = threadIdx.x; i < m * n; i += 32) {
        float sum = 0.0f;
        for (int s = 0; s < k; s++)
            sum += a[i / n * k + s] * b[s * n + i % n];
        c[i] = sum;
    }
}
