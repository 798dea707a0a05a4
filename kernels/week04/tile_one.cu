//? params:
//?   - {name: a, type: f32, shape: [16, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: b, type: f32, shape: [k, 16], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [16, 16], role: out}
//?   - {name: k, type: i32}
//? reduction_length: k
//! launch tile(a, b, c, k) grid=1 block=32
extern "C" __global__ void tile(const float *a, const float *b, float *c, int k)
{
    for (int e = threadIdx.x; e < 256; e += 32) { //@ begin
        float sum = 0.0f;
        for (int i = 0; i < k; i++)
            sum += a[e / 16 * k + i] * b[i * 16 + e % 16];
        c[e] = sum;
    } //@ end
}
