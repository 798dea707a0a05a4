//? params:
//?   - {name: in, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//? bytes: 8*n
//? reduction_length: 256
//! launch prefix_two_tiles(in, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void prefix_two_tiles(const float *in, float *out, int n)
{
    __shared__ float tiles[2][256];
    int t = threadIdx.x;
    int i = blockIdx.x * 256 + t;
    int now = 0;
    tiles[0][t] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int offset = 1; offset < 256; offset *= 2) { //@ begin
        float left = t >= offset ? tiles[now][t - offset] : 0.0f;
        tiles[1 - now][t] = tiles[now][t] + left;
        now = 1 - now;
        __syncthreads();
    } //@ end
    if (i < n)
        out[i] = tiles[now][t];
}
