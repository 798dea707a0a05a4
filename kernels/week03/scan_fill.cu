//? params:
//?   - {name: in, type: f32, shape: [n], role: in}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//? reduction_length: n
//! launch scan(in, out, n) grid=1 block=n
extern "C" __global__ void scan(const float *in, float *out, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;
    tile[t] = in[t];
    __syncthreads();
    for (int d = 1; d < n; d *= 2) { //@ begin
        float left = t >= d ? tile[/*?left*/] : 0.0f;
        __syncthreads();
        tile[t] += left;
        __syncthreads();
    } //@ end
    out[t] = tile[t];
}
