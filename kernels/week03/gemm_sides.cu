//? params:
//?   - {name: a, type: f32, shape: [m, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: b, type: f32, shape: [k, n], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [m, n], role: out}
//?   - {name: m, type: i32}
//?   - {name: n, type: i32}
//?   - {name: k, type: i32}
//?   - {name: side, type: i32}
//? reduction_length: k
//! launch gemm(a, b, c, m, n, k, side) grid=(n+side-1)/side,(m+side-1)/side block=side,side
template <int SIDE>
static __device__ void product(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[SIDE][SIDE], tile_b[SIDE][SIDE];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * SIDE + y, col = blockIdx.x * SIDE + x;
    float sum = 0.0f; //@ begin
    for (int at = 0; at < k; at += SIDE) {
        tile_a[y][x] = row < m && at + x < k ? a[row * k + at + x] : 0;
        tile_b[y][x] = col < n && at + y < k ? b[(at + y) * n + col] : 0;
        __syncthreads();
        for (int i = 0; i < SIDE; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        __syncthreads();
    } //@ end
    if (row < m && col < n)
        c[row * n + col] = sum;
}

extern "C" __global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k, int side)
{
    if (side == 8)
        product<8>(a, b, c, m, n, k);
    else if (side == 16)
        product<16>(a, b, c, m, n, k);
    else
        product<32>(a, b, c, m, n, k);
}
