//? params:
//?   - {name: x, type: f32, shape: [n, d], role: in, init: "uniform(-1, 1)"}
//?   - {name: w, type: f32, shape: [d, d], role: in, init: "uniform(-1, 1)"}
//?   - {name: y, type: f32, shape: [n, d], role: out}
//?   - {name: n, type: i32}
//?   - {name: d, type: i32}
//? bytes: 8*n*d + 4*d*d
//? reduction_length: d
//! launch rows(x, w, y, n, d) grid=(n+127)/128 block=128
extern "C" __global__ void rows(const float *x, const float *w, float *y, int n, int d)
{
    __shared__ __align__(16) float tile[64 * 64];
    for (int i = threadIdx.x; i < d * d; i += blockDim.x)
        tile[i] = w[i];
    __syncthreads();
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float in[64], sum[64] = {}; //@ begin
    for (int s = 0; s < d; s++)
        in[s] = x[row * d + s];
    for (int s = 0; s < d; s++)
        for (int j = 0; j < d; j++)
            sum[j] += in[s] * tile[s * d + j]; //@ end
    for (int j = 0; j < d; j++)
        y[row * d + j] = sum[j];
}
