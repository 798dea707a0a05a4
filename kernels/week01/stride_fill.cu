//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: "uniform(-2, 2)"}
//?   - {name: y, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch doubled(x, y, n) grid=2 block=4
extern "C" __global__ void doubled(const float *x, float *y, int n)
{
    int first = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    for (int i = first; i < n; i += /*?step*/)
        y[i] = 2.0f * x[i]; //@ end
}
