//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: "uniform(-3, 3)"}
//?   - {name: slope, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch chord(x, slope, n) grid=(n+255)/256 block=256
__device__ double gelu(double x)
{
    return 0.5 * x * (1.0 + erf(x * 0.70710678118654752));
}

extern "C" __global__ void chord(const float *x, float *slope, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double h = 0.01; //@ begin
    double below = gelu(x[i] - h), above = gelu(x[i] + h);
    slope[i] = /*?slope*/; //@ end
}
