//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: "uniform(-3, 3)"}
//?   - {name: dy, type: f32, shape: [n], role: in, init: ones}
//?   - {name: dx, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch gelu_slope(x, dy, dx, n) grid=(n+255)/256 block=256
__device__ float P(float x)
{
    return 0.5f * (1.0f + erff(x * 0.70710678f));
}

__device__ float p(float x)
{
    return 0.39894228f * expf(-0.5f * x * x);
}

extern "C" __global__ void gelu_slope(const float *x, const float *dy, float *dx, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = x[i]; //@ begin
    dx[i] = dy[i] * /*?slope*/; //@ end
}
