//? params:
//?   - {name: x, type: f32, shape: [n], role: in, init: "uniform(0.5, 4)"}
//?   - {name: y, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//?   - {name: period, type: i32}
//? bytes: 8*n
//! launch kinds_period(x, y, n, period) grid=(n+255)/256 block=256
static __device__ float reciprocal(float x)
{
    float guess = 0.2f;
    for (int round = 0; round < 64; round++)
        guess = guess * (2.0f - x * guess);
    return guess;
}

static __device__ float reciprocal_root(float x)
{
    float guess = 0.2f;
    for (int round = 0; round < 64; round++)
        guess = guess * (1.5f - 0.5f * x * guess * guess);
    return guess;
}

extern "C" __global__ void kinds_period(const float *x, float *y, int n, int period)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; //@ begin
    if (i >= n)
        return;
    if (i % period < period / 2) //@ branch
        y[i] = reciprocal(x[i]);
    else
        y[i] = reciprocal_root(x[i]); //@ end
}
