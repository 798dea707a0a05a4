//? params:
//?   - {name: in, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//? bytes: 8*n
//? reduction_length: 256
//! launch scan(in, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void scan(const float *in, float *out, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x, i = blockIdx.x * 256 + t;
    tile[t] = i < n ? in[i] : 0.0f;
    __syncthreads();
    if (t == 0) //@ begin
        for (int j = 1; j < 256; j++)
            tile[j] += tile[j - 1]; //@ adds
    __syncthreads(); //@ end
    if (i < n)
        out[i] = tile[t];
}
