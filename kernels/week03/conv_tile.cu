//? params:
//?   - {name: in, type: f32, shape: [n], role: in, init: "uniform(-1, 1)"}
//?   - {name: weights, type: f32, shape: [33], role: in, init: "uniform(-1, 1)"}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//? bytes: 8*n
//? reduction_length: 33
//! copy symbol(filter) weights
//! launch conv(in, out, n) grid=(n+255)/256 block=256
#define TAPS 33
__constant__ float filter[TAPS];
extern "C" __global__ void conv(const float *in, float *out, int n)
{
    __shared__ float tile[256 + TAPS - 1]; //@ begin
    int t = threadIdx.x, first = blockIdx.x * 256;
    for (int j = t; j < 256 + TAPS - 1; j += 256) {
        int from = first - TAPS / 2 + j;
        tile[j] = from >= 0 && from < n ? in[from] : 0.0f;
    }
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < TAPS; k++)
        sum += filter[k] * tile[t + k];
    if (first + t < n)
        out[first + t] = sum; //@ end
}
