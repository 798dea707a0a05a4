//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: "uniform(1, 9)"}
//?   - {name: w, type: f32, shape: [n], role: in, init: "uniform(1, 9)"}
//?   - {name: y, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! scratch here f32[n] //@ begin
//! copy here peer(x, /*?source*/0)
//! launch times(here, w, y, n) grid=ceil_div(n, 64) block=64
extern "C" __global__
void times(const float *x, const float *w, float *y, int n)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    if (i < n)
        y[i] = x[i] * w[i]; //@ end
}
