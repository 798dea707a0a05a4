//? params:
//?   - {name: in, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: sums, type: f32, shape: ["(n+255)/256"], role: out}
//?   - {name: n, type: i32}
//? reduction_length: 256
//! launch tree(in, sums, n) grid=(n+255)/256 block=256
#define ORDER 0

extern "C" __global__ void tree(const float *in, float *sums, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    tile[t] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int step = 1; step < 256; step *= 2) {
        int half = 128 / step;
        if (ORDER == 0 && t < half)
            tile[t] += tile[t + half];
        if (ORDER == 1 && t % (2 * step) == 0)
            tile[t] += tile[t + step];
        if (ORDER == 2 && t < half)
            tile[2 * step * t] += tile[2 * step * t + step];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = tile[0];
}
