//? params:
//?   - {name: in, type: f32, shape: [n], role: in, init: iota}
//?   - {name: weights, type: f32, shape: [3], role: in, init: iota}
//?   - {name: out, type: f32, shape: [n], role: out}
//?   - {name: n, type: i32}
//! copy symbol(filter) weights
//! launch conv(in, out, n) grid=(n+7)/8 block=8
__constant__ float filter[3];

extern "C" __global__ void conv(const float *in, float *out, int n)
{
    __shared__ float tile[8 + 2]; //@ begin
    int t = threadIdx.x, first = blockIdx.x * 8;
    for (int j = t; j < 10; j += 8) {
        int from = first - 1 + j;
        tile[j] = from >= 0 && from < n ? in[from] : 0.0f;
    }
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < 3; k++)
        sum += /*?term*/;
    if (first + t < n)
        out[first + t] = sum; //@ end
}
