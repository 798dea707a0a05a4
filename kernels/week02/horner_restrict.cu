//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [8], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//? bytes: 8*n
//! launch horner_restrict(x, c, y, n) grid=1056 block=256

extern "C" __global__ void horner_restrict(const float *__restrict__ x, const float *__restrict__ c,
                                           float *__restrict__ y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) { //@ begin
        float sum = 0.0f;
        for (int k = 7; k >= 0; k--)
            sum = sum * x[i] + c[k]; //@ load
        y[i] = sum;
    } //@ end
}
