// linear_backward: tiles of 128 x 128 and patches of 8 x 8, moved in words of four floats. The next
// tiles are on their way while the present ones are multiplied.
//
//! launch linear_dx(dy, w, dx, n, d, e) grid=(d+127)/128,(n+127)/128 block=256
//! launch linear_dw(x, dy, dw, db, n, d, e) grid=(e+127)/128,(d+127)/128 block=256

#define SIDE 128
#define DEPTH 8

// The floats from `at` on, of which `left` are inside: four at most, and zeros past the end.
static __device__ float4 load_four(const float *from, int at, int left, bool aligned)
{
    if (left >= 4 && aligned)
        return *(const float4 *)(from + at);
    return make_float4(left > 0 ? from[at] : 0.0f, left > 1 ? from[at + 1] : 0.0f, left > 2 ? from[at + 2] : 0.0f,
                       left > 3 ? from[at + 3] : 0.0f);
}

static __device__ void store_four(float *to, int at, int left, bool aligned, const float *four)
{
    if (left >= 4 && aligned) {
        *(float4 *)(to + at) = make_float4(four[0], four[1], four[2], four[3]);
        return;
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
        if (i < left)
            to[at + i] = four[i];
}

// What one thread loads of a tile of DEPTH x SIDE. The matrix has `depth` x `side` elements if its
// rows go along the tile's sides, and `side` x `depth` elements if the tile must be turned.
template <bool TURNED> static __device__ float4 load_part(const float *from, int first, int at, int depth, int side)
{
    int t = threadIdx.x;
    if (TURNED) {
        int row = at + t / 2, col = first + t % 2 * 4;
        return load_four(from, row * depth + col, row < side ? depth - col : 0, depth % 4 == 0);
    }
    int row = first + t / 32, col = at + t % 32 * 4;
    return load_four(from, row * side + col, row < depth ? side - col : 0, side % 4 == 0);
}

template <bool TURNED> static __device__ void store_part(float (*tile)[SIDE + 4], float4 part)
{
    int t = threadIdx.x;
    if (TURNED) {
        int row = t % 2 * 4;
        tile[row][t / 2] = part.x;
        tile[row + 1][t / 2] = part.y;
        tile[row + 2][t / 2] = part.z;
        tile[row + 3][t / 2] = part.w;
    } else {
        *(float4 *)&tile[t / 32][t % 32 * 4] = part;
    }
}

// c = a * b, where c has `rows` x `cols` elements. The first row of blocks adds up the columns of b
// as well, if `column_sums` is not NULL.
template <bool TURN_A, bool TURN_B>
static __device__ void product(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c,
                               float *column_sums, int rows, int cols, int depth)
{
    __shared__ __align__(16) float tile_a[2][DEPTH][SIDE + 4], tile_b[2][DEPTH][SIDE + 4];
    int t = threadIdx.x, row = blockIdx.y * SIDE, col = blockIdx.x * SIDE, down = t / 16 * 4, right = t % 16 * 4;
    bool adds_up = column_sums && blockIdx.y == 0 && t < SIDE;
    float sum[8][8] = {}, column_sum = 0.0f;

    for (int first = -DEPTH, now = 1; first < depth; first += DEPTH, now ^= 1) {
        float4 next_a = load_part<TURN_A>(a, first + DEPTH, row, depth, rows);
        float4 next_b = load_part<TURN_B>(b, first + DEPTH, col, depth, cols);
#pragma unroll
        for (int j = 0; j < DEPTH && first >= 0; j++) {
            float left[8], top[8];
            *(float4 *)left = *(float4 *)&tile_a[now][j][down];
            *(float4 *)(left + 4) = *(float4 *)&tile_a[now][j][down + 64];
            *(float4 *)top = *(float4 *)&tile_b[now][j][right];
            *(float4 *)(top + 4) = *(float4 *)&tile_b[now][j][right + 64];
#pragma unroll
            for (int i = 0; i < 8; i++)
#pragma unroll
                for (int p = 0; p < 8; p++)
                    sum[i][p] += left[i] * top[p];
        }
        if (adds_up && first >= 0)
            for (int j = 0; j < DEPTH; j++)
                column_sum += tile_b[now][j][t];
        store_part<TURN_A>(tile_a[now ^ 1], next_a);
        store_part<TURN_B>(tile_b[now ^ 1], next_b);
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; i++) {
        int to = row + down + i % 4 + i / 4 * 64, at = to * cols + col + right;
        int left = to < rows ? cols - col - right : 0;
        store_four(c, at, left, cols % 4 == 0, sum[i]);
        store_four(c, at + 64, left - 64, cols % 4 == 0, sum[i] + 4);
    }
    if (adds_up && col + t < cols)
        column_sums[col + t] = column_sum;
}

extern "C" __global__ void __launch_bounds__(256, 2)
    linear_dx(const float *dy, const float *w, float *dx, int n, int d, int e)
{
    product<true, true>(dy, w, dx, nullptr, n, d, e);
}

extern "C" __global__ void __launch_bounds__(256, 2)
    linear_dw(const float *x, const float *dy, float *dw, float *db, int n, int d, int e)
{
    product<false, false>(x, dy, dw, db, d, e, n);
}
