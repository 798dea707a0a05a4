// mma_sync_gemm: a block has four parts of 128 x 256 results, one below the other, and a warp has
// 64 x 64 of each part. Copies run three rounds ahead, also into the next part. The fragments of
// the next step are loaded during the products of this one.
//
//! launch mma_sync_gemm(a, b, c, m, n, k) grid=(n+255)/256,(m+511)/512 block=256 shared=196608
//!     when=n%8==0&&k%8==0
//! launch any_size(a, b, c, m, n, k) grid=(n+7)/8,(m+15)/16 block=32 when=n%8!=0||k%8!=0

#include <cuda_fp16.h>

// Loads four 8 x 8 matrices. Lane l gives the address of row l % 8 of matrix l / 8.
static __device__ void load_four(unsigned (&out)[4], unsigned row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
                 : "r"(row)
                 : "memory");
}

// The same, with each matrix transposed on its way.
static __device__ void load_four_turned(unsigned (&out)[4], unsigned row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
                 : "r"(row)
                 : "memory");
}

// sum += a * b: a is 16 x 16, b is 16 x 8.
static __device__ void multiply(float (&sum)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)
{
    asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

// Starts to copy 16 bytes, or to fill them with zeros.
static __device__ void start_copy(unsigned to, const __half *from, bool is_inside)
{
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(is_inside ? 16 : 0)
                 : "memory");
}

enum { TILE_A = 128 * 64 * 2, TILE_B = 64 * 256 * 2, TILES = TILE_A + TILE_B, STAGES = 4 }; // bytes; four in turn
enum { PARTS = 4 };

// What a thread copies in each round: 4 pieces of 16 bytes of a, 32 rows apart, and 8 of b, 8 rows
// apart.
struct copies {
    const __half *a, *b;
    unsigned to_a, to_b; // places of the first pieces in the tiles
    int rows_a, col_a;   // rows of a from the first piece to the edge; its column in the tile
    bool has_b;          // its column is inside
    int first;           // the column of a, and the row of b, where the next round begins
};

// Starts the copies of the next round. After the last column of a, the next part follows.
static __device__ void fetch(copies &mine, unsigned tiles, int n, int k)
{
    const __half *a = mine.a + mine.first, *b = mine.b + (size_t)mine.first * n;
#pragma unroll
    for (int i = 0; i < 4; i++)
        start_copy(tiles + mine.to_a + i * 32 * 128, a + (size_t)(32 * i) * k,
                   32 * i < mine.rows_a && mine.first + mine.col_a < k);
#pragma unroll
    for (int i = 0; i < 8; i++) // k is a multiple of 8, so all warps are inside or none is
        start_copy(tiles + mine.to_b + i * 8 * 512, b + (size_t)(8 * i) * n, mine.has_b && mine.first + 8 * i < k);
    asm volatile("cp.async.commit_group;" ::: "memory");
    mine.first += 64;
    if (mine.first >= k) {
        mine.first = 0;
        mine.a += (size_t)128 * k;
        mine.rows_a -= 128;
    }
}

struct fragments {
    unsigned left[4][4], right[4][4];
};

// Loads the fragments of 16 columns of a and 16 rows of b. Parts of each row change places.
static __device__ void load(fragments &to, unsigned from_a, unsigned from_b, int step)
{
#pragma unroll
    for (int r = 0; r < 4; r++)
        load_four(to.left[r], (from_a ^ step * 32) + r * 16 * 128);
#pragma unroll
    for (int q = 0; q < 4; q++)
        load_four_turned(to.right[q], (from_b ^ q * 32) + step * 16 * 512);
}

// Writes the sums of a warp, and sets them to zero for the next part.
static __device__ void store(float (&sum)[4][8][4], float *c, int row, int col, int m, int n)
{
#pragma unroll
    for (int s = 0; s < 32; s++) {
        float *four = sum[s / 8][s % 8];
        int r = row + s / 8 * 16, q = col + s % 8 * 8;
        if (r < m && q < n)
            *(float2 *)&c[(size_t)r * n + q] = make_float2(four[0], four[1]);
        if (r + 8 < m && q < n)
            *(float2 *)&c[(size_t)(r + 8) * n + q] = make_float2(four[2], four[3]);
        four[0] = four[1] = four[2] = four[3] = 0.0f;
    }
}

extern "C" __global__ void __launch_bounds__(256, 1)
    mma_sync_gemm(const __half *a, const __half *b, float *c, int m, int n, int k)
{
    extern __shared__ __align__(128) char memory[];
    unsigned tiles = (unsigned)__cvta_generic_to_shared(memory);
    int t = threadIdx.x, warp = t / 32, lane = t % 32;
    int row = blockIdx.y * 128 * PARTS, col = blockIdx.x * 256;
    int my_row = warp / 4 * 64, my_col = warp % 4 * 64; // the warp's 64 x 64 results
    copies mine = {a + (size_t)(row + t / 8) * k + t % 8 * 8,
                   b + (size_t)(t / 32) * n + col + t % 32 * 8,
                   t / 8 * 128u + (t % 8 ^ t / 8 % 8) * 16,
                   TILE_A + t / 32 * 512u + (t % 32 ^ t / 32) * 16,
                   m - row - t / 8,
                   t % 8 * 8,
                   col + t % 32 * 8 < n,
                   0};
    unsigned swizzled = (lane / 16 ^ lane % 8) * 16;
    unsigned from_a = tiles + (my_row + lane % 16) * 128 + swizzled;
    unsigned from_b = tiles + TILE_A + lane % 16 * 512 + my_col * 2 + swizzled;
    float sum[4][8][4] = {};
    fragments part[2];

    for (int s = 0; s < STAGES - 1; s++)
        fetch(mine, tiles + s * TILES, n, k);
    asm volatile("cp.async.wait_group 2;" ::: "memory");
    __syncthreads();
    load(part[0], from_a, from_b, 0);
    int now = 0, next = (STAGES - 1) * TILES, used; // tiles that are computed, filled, and were used before
    int end = min(m, row + 128 * PARTS);
    for (; row < end; row += 128) {
        for (int first = 0; first < k; first += 64) {
#pragma unroll
            for (int step = 0; step < 4; step++) {
                if (step == 3) { // all fragments of this round are in registers: on to the next tiles
                    used = now;
                    now = now == (STAGES - 1) * TILES ? 0 : now + TILES;
                    asm volatile("cp.async.wait_group 2;" ::: "memory");
                    __syncthreads();
                }
                load(part[1 - step % 2], from_a + now, from_b + now, (step + 1) % 4);
                if (step == 1) // after the loads, which a copy would delay
                    fetch(mine, tiles + next, n, k);
#pragma unroll
                for (int s = 0; s < 32; s++) { // columns 8 * (s % 8) and on
                    const fragments &of = part[step % 2];
                    multiply(sum[s / 8][s % 8], of.left[s / 8], of.right[s % 8 / 2][s % 2 * 2],
                             of.right[s % 8 / 2][s % 2 * 2 + 1]);
                }
            }
            next = used;
        }
        store(sum, c, row + my_row + lane / 4, col + my_col + lane % 4 * 2, m, n);
    }
}

// Two neighbours of a row or a column, 0 past the edge.
static __device__ unsigned two(const __half *in, int row, int col, int down, int rows, int cols)
{
    __half part[2] = {};
    for (int i = 0; i < 2; i++)
        if (row + i * down < rows && col + i * (1 - down) < cols)
            part[i] = in[(size_t)(row + i * down) * cols + col + i * (1 - down)];
    return *(unsigned *)part;
}

// Any n and k: a warp has 16 x 8 results and loads each fragment by elements.
extern "C" __global__ void any_size(const __half *a, const __half *b, float *c, int m, int n, int k)
{
    int row = blockIdx.y * 16 + threadIdx.x / 4, col = blockIdx.x * 8, at = threadIdx.x % 4 * 2;
    float sum[4] = {};
    for (int first = 0; first < k; first += 16) {
        unsigned left[4], right[2];
        for (int e = 0; e < 4; e++)
            left[e] = two(a, row + e % 2 * 8, first + at + e / 2 * 8, 0, m, k);
        for (int e = 0; e < 2; e++)
            right[e] = two(b, first + at + e * 8, col + threadIdx.x / 4, 1, k, n);
        multiply(sum, left, right[0], right[1]);
    }
    for (int e = 0; e < 4; e++)
        if (row + e / 2 * 8 < m && col + at + e % 2 < n)
            c[(size_t)(row + e / 2 * 8) * n + col + at + e % 2] = sum[e];
}
