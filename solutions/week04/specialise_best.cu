// specialise: rows come through shared memory, and eight lanes compute a row.
// So both the loads of x and the stores of y are whole rows of 128 bytes.
//
//! launch rows_of<32>(x, w, y, n) grid=(n+63)/64 block=128 when=d==32
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

// d = D. A thread has four neighbouring columns of ROWS rows, so a float4 of w serves ROWS rows.
template <int D> __global__ void rows_of(const float *x, const float *w, float *y, int n)
{
    constexpr int ROWS = 4, LANES = D / 4, GROUPS = 128 / LANES;
    __shared__ __align__(16) float tile[D][D];
    __shared__ __align__(16) float rows[ROWS * GROUPS][D + 4]; // four rows of a warp: other banks
    int first = blockIdx.x * ROWS * GROUPS;
    int group = threadIdx.x / LANES, col = threadIdx.x % LANES * 4;

#pragma unroll
    for (int r = group; r < ROWS * GROUPS; r += GROUPS)
        if (first + r < n)
            *(float4 *)&rows[r][col] = *(const float4 *)&x[(first + r) * D + col];
    for (int r = group; r < D; r += GROUPS)
        *(float4 *)&tile[r][col] = *(const float4 *)&w[r * D + col];
    __syncthreads();

    float4 sum[ROWS] = {};
#pragma unroll
    for (int s = 0; s < D; s++) {
        float4 of_w = *(const float4 *)&tile[s][col];
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            float of_x = rows[group + r * GROUPS][s];
            sum[r].x += of_x * of_w.x;
            sum[r].y += of_x * of_w.y;
            sum[r].z += of_x * of_w.z;
            sum[r].w += of_x * of_w.w;
        }
    }

#pragma unroll
    for (int r = 0; r < ROWS; r++)
        if (first + group + r * GROUPS < n)
            *(float4 *)&y[(first + group + r * GROUPS) * D + col] = sum[r];
}
