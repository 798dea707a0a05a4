//? params:
//?   - {name: a, type: f32, shape: [m, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: b, type: f32, shape: [k, n], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [m, n], role: out}
//?   - {name: m, type: i32}
//?   - {name: n, type: i32}
//?   - {name: k, type: i32}
//?   - {name: side, type: i32}
//? reduction_length: k
//! launch gemm(a, b, c, m, n, k, side) grid=(n-1)/(16*side)+1,(m-1)/(16*side)+1 block=16,16
template <int SIDE> static __device__ void product(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float tile_a[16 * SIDE][16], tile_b[16][16 * SIDE];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 * SIDE + y, col = blockIdx.x * 16 * SIDE + x;
    float sum[SIDE][SIDE] = {};
    for (int first = 0; first < k; first += 16) {
        for (int r = 0; r < SIDE; r++)
            tile_a[y + 16 * r][x] = row + 16 * r < m && first + x < k ? a[(row + 16 * r) * k + first + x] : 0.0f;
        for (int q = 0; q < SIDE; q++)
            tile_b[y][x + 16 * q] = first + y < k && col + 16 * q < n ? b[(first + y) * n + col + 16 * q] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 16; i++) { //@ begin
            float of_a[SIDE], of_b[SIDE];
            for (int r = 0; r < SIDE; r++)
                of_a[r] = tile_a[y + 16 * r][i];
            for (int q = 0; q < SIDE; q++)
                of_b[q] = tile_b[i][x + 16 * q];
            for (int r = 0; r < SIDE; r++)
                for (int q = 0; q < SIDE; q++)
                    sum[r][q] += of_a[r] * of_b[q];
        } //@ end
        __syncthreads();
    }
    for (int r = 0; r < SIDE; r++)
        for (int q = 0; q < SIDE; q++)
            if (row + 16 * r < m && col + 16 * q < n)
                c[(row + 16 * r) * n + col + 16 * q] = sum[r][q];
}

extern "C" __global__ void gemm(const float *a, const float *b, float *c, int m, int n, int k, int side)
{
    if (side == 1)
        product<1>(a, b, c, m, n, k);
    else if (side == 2)
        product<2>(a, b, c, m, n, k);
    else if (side == 4)
        product<4>(a, b, c, m, n, k);
    else
        product<8>(a, b, c, m, n, k);
}
