//? params:
//?   - {name: in, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//? bytes: 8*n
//? reduction_length: 256
//! launch scan(in, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void scan(const float *in, float *out, int n)
{
    __shared__ float parts[8];
    int t = threadIdx.x, lane = t % 32, i = blockIdx.x * 256 + t;
    float sum = i < n ? in[i] : 0.0f;
    for (int d = 1; d < 32; d *= 2) { //@ begin
        float left = __shfl_up_sync(0xffffffff, sum, d);
        if (lane >= d)
            sum += left;
    }
    if (lane == 31)
        parts[t / 32] = sum; // the sum of the warp
    __syncthreads();
    for (int w = 0; w < t / 32; w++)
        sum += parts[w]; //@ end
    if (i < n)
        out[i] = sum;
}
