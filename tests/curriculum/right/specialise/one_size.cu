// A template for d = 32 alone.
//
//! launch rows_of<32>(x, w, y, n) grid=(n+127)/128 block=128 when=d==32
//! launch any_size(x, w, y, n, d) grid=(n*d+255)/256 block=256 when=d!=32

// Any d: one element of y for each thread.
extern "C" __global__ void any_size(const float *x, const float *w, float *y, int n, int d)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n * d)
        return;
    int row = i / d, col = i % d;
    float sum = 0.0f;
    for (int s = 0; s < d; s++)
        sum += x[row * d + s] * w[s * d + col];
    y[i] = sum;
}

// d = D: one row of y for each thread. The row of x and the sums are in registers.
template <int D> __global__ void rows_of(const float *x, const float *w, float *y, int n)
{
    __shared__ __align__(16) float tile[D][D];
    for (int i = threadIdx.x; i < D * D; i += blockDim.x)
        tile[i / D][i % D] = w[i];
    __syncthreads();
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    float in[D], sum[D] = {};
#pragma unroll
    for (int s = 0; s < D; s += 4)
        *(float4 *)&in[s] = *(const float4 *)&x[row * D + s];
#pragma unroll
    for (int s = 0; s < D; s++)
#pragma unroll
        for (int j = 0; j < D; j++)
            sum[j] += in[s] * tile[s][j];
#pragma unroll
    for (int j = 0; j < D; j += 4)
        *(float4 *)&y[row * D + j] = make_float4(sum[j], sum[j + 1], sum[j + 2], sum[j + 3]);
}
