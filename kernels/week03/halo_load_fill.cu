//? params:
//?   - {name: in, type: f32, shape: [n], role: in, init: iota}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! launch near(in, out, n) grid=(n+7)/8 block=8
extern "C" __global__ void near(const float *in, float *out, int n)
{
    __shared__ float tile[10]; //@ begin
    int t = threadIdx.x, first = blockIdx.x * 8;
    for (int j = t; j < 10; j += 8) {
        int from = /*?from*/;
        tile[j] = from >= 0 && from < n ? in[from] : 0.0f;
    }
    __syncthreads();
    if (first + t < n)
        out[first + t] = tile[t] + tile[t + 1] + tile[t + 2]; //@ end
}
