//? params:
//?   - {name: in, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//? bytes: 8*n
//? reduction_length: 256
//! launch prefix_two_barriers(in, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void prefix_two_barriers(const float *in, float *out, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;
    int i = blockIdx.x * 256 + t;
    tile[t] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int offset = 1; offset < 256; offset *= 2) { //@ begin
        float left = t >= offset ? tile[t - offset] : 0.0f;
        __syncthreads();
        tile[t] += left;
        __syncthreads();
    } //@ end
    if (i < n)
        out[i] = tile[t];
}
