//? params:
//?   - {name: in, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//? bytes: 8*n
//? reduction_length: 256
//! launch prefix_shuffles(in, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void prefix_shuffles(const float *in, float *out, int n)
{
    __shared__ float parts[8];
    int t = threadIdx.x;
    int i = blockIdx.x * 256 + t;
    float sum = i < n ? in[i] : 0.0f;
    for (int offset = 1; offset < 32; offset *= 2) { //@ begin
        float left = __shfl_up_sync(0xffffffff, sum, offset);
        sum += t % 32 >= offset ? left : 0.0f;
    }
    if (t % 32 == 31)
        parts[t / 32] = sum;
    __syncthreads();
    for (int warp = 0; warp < t / 32; warp++)
        sum += parts[warp]; //@ end
    if (i < n)
        out[i] = sum;
}
