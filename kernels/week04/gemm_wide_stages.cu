//? params:
//?   - {name: a, type: f32, shape: [m, k], role: in, init: "uniform(-1, 1)"}
//?   - {name: b, type: f32, shape: [k, n], role: in, init: "uniform(-1, 1)"}
//?   - {name: c, type: f32, shape: [m, n], role: out}
//?   - {name: m, type: i32}
//?   - {name: n, type: i32}
//?   - {name: k, type: i32}
//?   - {name: stage, type: i32}
//? reduction_length: k
//! launch gemm(a, b, c, m, n, k, stage) grid=(n+127)/128,(m+127)/128 block=16,16
// Four elements of a row, 0 past the edge. One load if each row begins at a multiple of 16 bytes.
static __device__ float4 four(const float *in, int row, int col, int rows, int cols)
{
    float4 out = {0.0f, 0.0f, 0.0f, 0.0f};
    if (row >= rows || col >= cols)
        return out;
    const float *at = in + row * cols + col;
    if (cols % 4 == 0)
        return *(const float4 *)at;
    out.x = at[0];
    if (col + 1 < cols)
        out.y = at[1];
    if (col + 2 < cols)
        out.z = at[2];
    if (col + 3 < cols)
        out.w = at[3];
    return out;
}

static __device__ void store_four(float *c, int row, int col, int m, int n, const float *sum)
{
    if (row >= m || col >= n)
        return;
    float *at = c + row * n + col;
    if (n % 4 == 0) {
        *(float4 *)at = make_float4(sum[0], sum[1], sum[2], sum[3]);
        return;
    }
    for (int q = 0; q < 4; q++)
        if (col + q < n)
            at[q] = sum[q];
}

static __device__ void narrow(float *tiles, const float *a, const float *b, float *c, int m, int n, int k)
{
    float(*tile_a)[16] = (float(*)[16])tiles, (*tile_b)[128] = (float(*)[128])(tiles + 2048);
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 128 + y, col = blockIdx.x * 128 + x;
    float sum[8][8] = {};
    for (int first = 0; first < k; first += 16) {
        for (int r = 0; r < 8; r++)
            tile_a[y + 16 * r][x] = row + 16 * r < m && first + x < k ? a[(row + 16 * r) * k + first + x] : 0.0f;
        for (int q = 0; q < 8; q++)
            tile_b[y][x + 16 * q] = first + y < k && col + 16 * q < n ? b[(first + y) * n + col + 16 * q] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 16; i++)
            for (int r = 0; r < 8; r++)
                for (int q = 0; q < 8; q++)
                    sum[r][q] += tile_a[y + 16 * r][i] * tile_b[i][x + 16 * q];
        __syncthreads();
    }
    for (int r = 0; r < 8; r++)
        for (int q = 0; q < 8; q++)
            if (row + 16 * r < m && col + 16 * q < n)
                c[(row + 16 * r) * n + col + 16 * q] = sum[r][q];
}

template <int PITCH, int TILES>
static __device__ void wide(float *tiles, const float *a, const float *b, float *c, int m, int n, int k)
{
    float(*tile_a)[16][PITCH] = (float(*)[16][PITCH])tiles;
    float(*tile_b)[16][128] = (float(*)[16][128])(tiles + TILES * 16 * PITCH);
    int x = threadIdx.x, y = threadIdx.y, t = 16 * y + x, turn = 0;
    int row = blockIdx.y * 128, col = blockIdx.x * 128;
    float sum[8][8] = {};
    float4 next_a[2], next_b[2];
    for (int first = TILES == 1 ? 0 : -16; first < k; first += 16) {
        if (TILES == 1)
            __syncthreads();
        if (TILES == 1 || first < 0)
            for (int l = 0; l < 2; l++) {
                next_a[l] = four(a, row + t / 4 + 64 * l, max(first, 0) + t % 4 * 4, m, k);
                next_b[l] = four(b, max(first, 0) + t / 32 + 8 * l, col + t % 32 * 4, k, n);
            }
        if (first < 0)
            continue;
        for (int l = 0; l < 2; l++) {
            tile_a[turn][t % 4 * 4][t / 4 + 64 * l] = next_a[l].x;
            tile_a[turn][t % 4 * 4 + 1][t / 4 + 64 * l] = next_a[l].y;
            tile_a[turn][t % 4 * 4 + 2][t / 4 + 64 * l] = next_a[l].z;
            tile_a[turn][t % 4 * 4 + 3][t / 4 + 64 * l] = next_a[l].w;
            *(float4 *)&tile_b[turn][t / 32 + 8 * l][t % 32 * 4] = next_b[l];
        }
        __syncthreads();
        if (TILES == 2)
            for (int l = 0; l < 2; l++) {
                next_a[l] = four(a, row + t / 4 + 64 * l, first + 16 + t % 4 * 4, m, k);
                next_b[l] = four(b, first + 16 + t / 32 + 8 * l, col + t % 32 * 4, k, n);
            }
#pragma unroll
        for (int i = 0; i < 16; i++) { //@ begin
            float of_a[8], of_b[8];
            *(float4 *)&of_a[0] = *(float4 *)&tile_a[turn][i][4 * y];
            *(float4 *)&of_a[4] = *(float4 *)&tile_a[turn][i][4 * y + 64];
            *(float4 *)&of_b[0] = *(float4 *)&tile_b[turn][i][4 * x];
            *(float4 *)&of_b[4] = *(float4 *)&tile_b[turn][i][4 * x + 64];
            for (int r = 0; r < 8; r++)
                for (int q = 0; q < 8; q++)
                    sum[r][q] += of_a[r] * of_b[q];
        } //@ end
        if (TILES == 2)
            turn = 1 - turn;
    }
    for (int r = 0; r < 8; r++)
        for (int h = 0; h < 2; h++)
            store_four(c, row + 4 * y + r % 4 + r / 4 * 64, col + 4 * x + 64 * h, m, n, &sum[r][4 * h]);
}

extern "C" __global__ void __launch_bounds__(256, 2)
    gemm(const float *a, const float *b, float *c, int m, int n, int k, int stage)
{
    __shared__ __align__(16) float tiles[2 * 16 * (132 + 128)];
    if (stage == 0)
        narrow(tiles, a, b, c, m, n, k);
    else if (stage == 1)
        wide<128, 1>(tiles, a, b, c, m, n, k);
    else if (stage == 2)
        wide<132, 1>(tiles, a, b, c, m, n, k);
    else
        wide<132, 2>(tiles, a, b, c, m, n, k);
}
