//? params:
//?   - {name: a, type: f32, shape: [n], role: in, init: iota}
//?   - {name: b, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: dot, type: f32, shape: [1], role: out}
//?   - {name: n, type: i32}
//? reduction_length: n
//! launch dot_fill(a, b, dot, n) grid=1 block=128
extern "C" __global__ void dot_fill(const float *a, const float *b, float *dot, int n)
{
    __shared__ float tile[128];
    int t = threadIdx.x;
    float sum = 0.0f; //@ begin
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += /*?term*/;
    tile[t] = sum; //@ end
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (t < half)
            tile[t] += tile[t + half];
        __syncthreads();
    }
    if (t == 0)
        dot[0] = tile[0];
}
