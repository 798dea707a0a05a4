//? status: compile_error
//? says: only the //! lines are yours to change. As shipped: `
// Changes the kernel, which is given.
//
//! tune BM in 16, 64, 128
//! tune BN in 16, 64, 128
//! tune T in 4, 8
//! tune SPLIT in 1, 2, 4, 8
//! keep T == (BM * BN >= 64 * 64 ? 8 : 4)     // large tiles keep more sums in registers
//! keep BM * BN / (T * T) >= 32                // a warp at least
//! keep m <= 16 ? BM == 16 : BM >= 64          // a tile that fits
//! keep n <= 16 && m > 16 ? BN == 16 : BN >= 64
//! keep min(m, n) <= 16 || BM == BN            // a square loads least
//! let blocks = ceil_div(m, BM) * ceil_div(n, BN) * SPLIT
//! keep SPLIT == 1 || blocks <= 4 * sm_count   // no more parts than the SMs have room for
//! keep SPLIT == 8 || 2 * blocks > 4 * sm_count
//! scratch parts f32[SPLIT, m, n]
//! launch gemm<BM, BN, T>(a, b, c, m, n, k, 1)
//!     grid=ceil_div(n, BN), ceil_div(m, BM) block=BM*BN/(T*T) when=SPLIT==1
//! launch gemm<BM, BN, T>(a, b, parts, m, n, k, SPLIT)
//!     grid=ceil_div(n, BN), ceil_div(m, BM), SPLIT block=BM*BN/(T*T) when=SPLIT>1
//! launch add_parts(parts, c, m*n, SPLIT) grid=ceil_div(m*n, 256) block=256 when=SPLIT>1

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

// Four sums of a row. A function of its own, so that the compiler translates it once.
static __device__ __noinline__ void store_four(float *c, int row, int col, int m, int n, float4 sum)
{
    if (row >= m || col >= n)
        return;
    float *at = c + (size_t)row * n + col;
    if (n % 4 == 0) {
        *(float4 *)at = sum;
        return;
    }
    at[0] = sum.x;
    if (col + 1 < n)
        at[1] = sum.y;
    if (col + 2 < n)
        at[2] = sum.z;
    if (col + 3 < n)
        at[3] = sum.w;
}

// c = a * b: a is m x k, b is k x n. A block computes BM x BN elements of c, and each thread T x T
// of them. A round has 16 elements along k. With `split` parts, the blocks of part z sum the z-th
// share of k, into a matrix of their own.
template <int BM, int BN, int T>
__global__ void __launch_bounds__(BM *BN / (T * T)) gemm(const float *__restrict__ a, const float *__restrict__ b,
                                                         float *__restrict__ c, int m, int n, int k, int split)
{
    constexpr int THREADS = BM * BN / (T * T), ACROSS = BN / T, PARTS = T / 4;
    static_assert(THREADS >= 32 && THREADS <= 1024, "a block has 32 to 1024 threads: leave this tile out");
    __shared__ float tile_a[16][BM + 4]; // turned: tile_a[i] has the BM rows of column i
    __shared__ float tile_b[16][BN];
    int t = threadIdx.x, x = t % ACROSS * 4, y = t / ACROSS * 4;
    int row = blockIdx.y * BM, col = blockIdx.x * BN;
    float sum[T][T] = {};

    int share = (k + 16 * split - 1) / (16 * split) * 16, begin = blockIdx.z * share;
    int end = min(begin + share, k);
    c += (size_t)blockIdx.z * m * n;

    for (int first = begin; first < end; first += 16) {
        for (int s = t; s < BM * 4; s += THREADS) {
            float4 part = four(a, row + s / 4, first + s % 4 * 4, m, k);
            tile_a[s % 4 * 4][s / 4] = part.x;
            tile_a[s % 4 * 4 + 1][s / 4] = part.y;
            tile_a[s % 4 * 4 + 2][s / 4] = part.z;
            tile_a[s % 4 * 4 + 3][s / 4] = part.w;
        }
        for (int s = t; s < BN * 4; s += THREADS)
            *(float4 *)&tile_b[s / (BN / 4)][s % (BN / 4) * 4] =
                four(b, first + s / (BN / 4), col + s % (BN / 4) * 4, k, n);
        __syncthreads();
#pragma unroll 8
        for (int i = 0; i < 16; i++) {
            float of_a[T], of_b[T];
#pragma unroll
            for (int g = 0; g < PARTS; g++) {
                *(float4 *)&of_a[4 * g] = *(float4 *)&tile_a[i][y + BM / PARTS * g];
                *(float4 *)&of_b[4 * g] = *(float4 *)&tile_b[i][x + BN / PARTS * g];
            }
#pragma unroll
            for (int r = 0; r < T; r++)
#pragma unroll
                for (int q = 0; q < T; q++)
                    sum[r][q] += of_a[r] * of_b[q];
        }
        __syncthreads();
    }
#pragma unroll
    for (int r = 0; r < T; r++)
#pragma unroll
        for (int g = 0; g < PARTS; g++)
            store_four(c, row + y + r % 4 + r / 4 * (BM / PARTS), col + x + BN / PARTS * g, m, n,
                       make_float4(sum[r][4 * g], sum[r][4 * g + 1], sum[r][4 * g + 2], sum[r][4 * g + 3]));
}

// c[i] = the sum of the parts of element i
__global__ void add_parts(const float *__restrict__ parts, float *__restrict__ c, int count, int split)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float sum = 0.0f;
    for (int z = 0; z < split; z++)
        sum += parts[(size_t)z * count + i];
    c[i] = sum;
}
