//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [terms], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//?   - {name: terms, type: i32}
//? bytes: 8*n
//! launch horner_kept(x, c, y, n, terms) grid=1056 block=256

extern "C" __global__ void horner_kept(const float *x, const float *c, float *y, int n, int terms)
{
    float kept[8]; //@ begin
    for (int k = 0; k < /*?count*/; k++)
        kept[k] = c[k];
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x) {
        float sum = 0.0f;
        for (int k = 7; k >= 0; k--)
            sum = sum * x[i] + kept[k];
        y[i] = sum;
    } //@ end
}
