//? params:
//?   - {name: a, type: f32, shape: [m, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: b, type: f32, shape: [k, n], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [m, n], role: out}
//?   - {name: m, type: i32}
//?   - {name: n, type: i32}
//?   - {name: k, type: i32}
//?   - {name: patch, type: i32}
//? reduction_length: k
//! launch gemm(a, b, c, m, n, k, patch) grid=(n+31)/32,(m+8*patch-1)/(8*patch) block=32,8
template <int PATCH>
static __device__ void product(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[8 * PATCH][32], tile_b[32][32];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 8 * PATCH, col = blockIdx.x * 32 + x;
    float sum[PATCH] = {};
    for (int first = 0; first < k; first += 32) {
        for (int r = y; r < 8 * PATCH; r += 8)
            tile_a[r][x] = row + r < m && first + x < k ? a[(row + r) * k + first + x] : 0.0f;
        for (int r = y; r < 32; r += 8)
            tile_b[r][x] = first + r < k && col < n ? b[(first + r) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 32; i++) { //@ begin
            float one = tile_b[i][x];
            for (int r = 0; r < PATCH; r++)
                sum[r] += tile_a[y * PATCH + r][i] * one;
        } //@ end
        __syncthreads();
    }
    for (int r = 0; r < PATCH; r++)
        if (row + y * PATCH + r < m && col < n)
            c[(row + y * PATCH + r) * n + col] = sum[r];
}

extern "C" __global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k, int patch)
{
    if (patch == 1)
        product<1>(a, b, c, m, n, k);
    else if (patch == 2)
        product<2>(a, b, c, m, n, k);
    else if (patch == 4)
        product<4>(a, b, c, m, n, k);
    else
        product<8>(a, b, c, m, n, k);
}
