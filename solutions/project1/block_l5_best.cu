// block_l5: products and attention by mma.sync. Between launches q, k, v and the left factors are
// halves. Sums, norms and softmax stay floats. dim and hidden are multiples of 4.
//
//! let width = heads*dim
//! let wide = (width+7)/8*8      // rows of halves begin at multiples of 16 bytes
//! let long = (hidden+7)/8*8
//! let deep = (dim+15)/16*16     // a head in q, k and v, filled up with zeros
//! let part = (hidden/4+31)/32*32
//! let half_width = (width/2+31)/32*32
//! scratch normed f16[seq, wide]
//! scratch q f16[seq, heads*deep]
//! scratch k f16[seq, heads*deep]
//! scratch v f16[seq, heads*deep]
//! scratch mixed f16[seq, wide]
//! scratch middle f32[seq, width]
//! scratch active f16[seq, long]
//! graph {
//!     launch layernorm(x, gamma1, beta1, normed,
//!         middle, seq, width, wide) grid=(seq+7)/8 block=256
//!     launch project_qkv(normed, wq, wk, wv, q, k, v,
//!         seq, width, wide, dim, deep) grid=(width+63)/64,(seq+63)/64,3 block=128 shared=55296
//!     launch attention(q, k, v, mixed,
//!         heads, seq, dim, deep, wide) grid=(seq+63)/64,heads block=128 shared=640*(deep+8)
//!     launch linear_add(mixed, wo, middle,
//!         seq, width, width, wide, half_width)
//!         grid=(width+63)/64,(seq+63)/64,ceil_div(width,half_width) block=128 shared=55296
//!     launch layernorm(middle, gamma2, beta2, normed,
//!         y, seq, width, wide) grid=(seq+7)/8 block=256
//!     launch linear_gelu(normed, up, active,
//!         seq, hidden, width, wide, long) grid=(hidden+63)/64,(seq+63)/64 block=128 shared=55296
//!     launch linear_add(active, down, y,
//!         seq, width, hidden, long, part)
//!         grid=(width+63)/64,(seq+63)/64,ceil_div(hidden,part) block=128 shared=55296
//! }

#include <cuda_fp16.h>

// Two floats as two halves in one register.
static __device__ unsigned two_halves(float x, float y)
{
    __half2 pair = __floats2half2_rn(x, y);
    return *(unsigned *)&pair;
}

static __device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

// One warp per row. It also copies the row to `start`, to which a product is added later.
extern "C" __global__ void layernorm(const float *x, const float *gamma, const float *beta, __half *normed,
                                     float *start, int rows, int cols, int wide)
{
    int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    const float4 *in = (const float4 *)(x + (size_t)row * cols);
    float4 *copy = (float4 *)(start + (size_t)row * cols);
    uint2 *out = (uint2 *)(normed + (size_t)row * wide);
    float sum = 0.0f, squares = 0.0f;
    for (int c = lane; c < cols / 4; c += 32)
        sum += in[c].x + in[c].y + in[c].z + in[c].w;
    float mean = warp_sum(sum) / cols;
    for (int c = lane; c < cols / 4; c += 32) {
        float4 a = in[c];
        a = make_float4(a.x - mean, a.y - mean, a.z - mean, a.w - mean);
        squares += a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w;
    }
    float scale = rsqrtf(warp_sum(squares) / cols + 1e-5f);
    for (int c = lane; c < cols / 4; c += 32) {
        float4 a = in[c], g = ((const float4 *)gamma)[c], b = ((const float4 *)beta)[c];
        copy[c] = a;
        out[c] = make_uint2(two_halves((a.x - mean) * scale * g.x + b.x, (a.y - mean) * scale * g.y + b.y),
                            two_halves((a.z - mean) * scale * g.z + b.z, (a.w - mean) * scale * g.w + b.w));
    }
    if (lane == 0 && cols < wide)
        out[cols / 4] = make_uint2(0, 0);
}

// Starts to copy 16 bytes, or to fill them with zeros.
static __device__ void start_copy(unsigned to, const void *from, bool is_inside)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(is_inside ? 16 : 0)
                 : "memory");
}

static __device__ void commit()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}

template <int MOST> static __device__ void wait_for_copies()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(MOST) : "memory");
}

// Loads four 8 x 8 matrices of halves. Lane l gives the address of row l % 8 of matrix l / 8.
static __device__ void load_four(unsigned (&out)[4], unsigned row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
                 : "r"(row)
                 : "memory");
}

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

extern __shared__ __align__(128) char memory[]; // tiles

// A block has 64 x 64 results, and each of its four warps 32 x 32. Four pairs of tiles in turn: 64
// x 32 halves of a in rows of 80 bytes, and 32 x 64 floats of b in rows of 272 bytes.
enum { TILE_A = 64 * 80, TILES = TILE_A + 32 * 272, STAGES = 4 };

// Starts to fill tiles with columns `first` to `end` of a, and with these rows of b.
static __device__ void fetch(unsigned to, const __half *a, const float *b, int first, int end, int m, int n, int wide)
{
    int t = threadIdx.x, row = blockIdx.y * 64 + t / 4, col = blockIdx.x * 64 + t % 16 * 4;
#pragma unroll
    for (int i = 0; i < 64; i += 32)
        start_copy(to + (t / 4 + i) * 80 + t % 4 * 16, a + (size_t)(row + i) * wide + first + t % 4 * 8,
                   row + i < m && first + t % 4 * 8 < end);
#pragma unroll
    for (int i = t / 16; i < 32; i += 8)
        start_copy(to + TILE_A + i * 272 + t % 16 * 16, b + (size_t)(first + i) * n + col, first + i < end && col < n);
    commit();
}

typedef float results[2][4][4]; // of a warp: 2 x 4 fragments of 16 x 8

// Adds the products of columns `first` to `end` of a with these rows of b.
static __device__ void add_product(results &sum, const __half *a, const float *b, int first, int end, int m, int n,
                                   int wide)
{
    unsigned tiles = (unsigned)__cvta_generic_to_shared(memory), turn = 0;
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int s = 0; s < STAGES - 1; s++)
        fetch(tiles + s * TILES, a, b, first + 32 * s, end, m, n, wide);
    for (; first < end; first += 32) {
        wait_for_copies<STAGES - 2>();
        __syncthreads();
        fetch(tiles + (turn + STAGES - 1) % STAGES * TILES, a, b, first + 32 * (STAGES - 1), end, m, n, wide);
        const float *tile_b = (const float *)(memory + turn * TILES + TILE_A);
        const float *pair = tile_b + lane % 4 * 2 * 68 + warp % 2 * 32 + lane / 4;
#pragma unroll
        for (int i = 0; i < 32; i += 16) {
            unsigned left[2][4];
#pragma unroll
            for (int r = 0; r < 2; r++)
                load_four(left[r],
                          tiles + turn * TILES + (warp / 2 * 32 + 16 * r + lane % 16) * 80 + lane / 16 * 16 + 2 * i);
#pragma unroll
            for (int s = 0; s < 4; s++) {
                const float *at = pair + i * 68 + 8 * s; // b becomes halves here
                unsigned b0 = two_halves(at[0], at[68]), b1 = two_halves(at[8 * 68], at[9 * 68]);
                multiply(sum[0][s], left[0], b0, b1);
                multiply(sum[1][s], left[1], b0, b1);
            }
        }
        turn = (turn + 1) % STAGES;
    }
}

// Calls `then` with each two neighbouring results of this lane that are inside.
template <class Then> static __device__ void each_two(results &sum, int m, int n, Then then)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    int row = blockIdx.y * 64 + warp / 2 * 32 + lane / 4, col = blockIdx.x * 64 + warp % 2 * 32 + lane % 4 * 2;
#pragma unroll
    for (int s = 0; s < 16; s++) {
        int r = row + s / 8 * 16 + s % 2 * 8, c = col + s % 8 / 2 * 8;
        if (r < m && c < n)
            then(r, c, sum[s / 8][s % 8 / 2][s % 2 * 2], sum[s / 8][s % 8 / 2][s % 2 * 2 + 1]);
    }
}

// blockIdx.z: 0 is for the queries, 1 for the keys, 2 for the values.
extern "C" __global__ void __launch_bounds__(128)
    project_qkv(const __half *normed, const float *wq, const float *wk, const float *wv, __half *q, __half *k,
                __half *v, int seq, int width, int wide, int dim, int deep)
{
    results sum = {};
    add_product(sum, normed, blockIdx.z == 0 ? wq : blockIdx.z == 1 ? wk : wv, 0, width, seq, width, wide);
    __half *to = blockIdx.z == 0 ? q : blockIdx.z == 1 ? k : v;
    each_two(sum, seq, width, [&](int row, int col, float x, float y) {
        unsigned *head = (unsigned *)(to + ((size_t)row * (width / dim) + col / dim) * deep);
        head[col % dim / 2] = two_halves(x, y);
        for (int rest = dim / 2; rest < deep / 2 && col % dim + 2 == dim; rest++)
            head[rest] = 0;
    });
}

extern "C" __global__ void __launch_bounds__(128)
    linear_gelu(const __half *a, const float *b, __half *c, int m, int n, int k, int wide, int long_)
{
    results sum = {};
    add_product(sum, a, b, 0, k, m, n, wide);
    each_two(sum, m, long_, [&](int row, int col, float x, float y) { // sums past column n are 0
        x = 0.5f * x * (1.0f + erff(x * 0.70710678f));
        y = 0.5f * y * (1.0f + erff(y * 0.70710678f));
        *(unsigned *)(c + (size_t)row * long_ + col) = two_halves(x, y);
    });
}

// Adds a * b to c. blockIdx.z says which columns of a: several blocks share a result.
extern "C" __global__ void __launch_bounds__(128)
    linear_add(const __half *a, const float *b, float *c, int m, int n, int k, int wide, int part)
{
    results sum = {};
    int first = blockIdx.z * part;
    add_product(sum, a, b, first, min(first + part, k), m, n, wide);
    each_two(sum, m, n, [&](int row, int col, float x, float y) {
        atomicAdd(&c[(size_t)row * n + col], x);
        atomicAdd(&c[(size_t)row * n + col + 1], y);
    });
}

// Starts to copy 64 positions of one head to rows of a tile. Positions past the end become zeros.
static __device__ void fetch_head(unsigned to, const __half *from, int first, int heads, int seq, int deep)
{
    for (int e = threadIdx.x; e < 64 * deep / 8; e += 128) {
        int row = e / (deep / 8), col = e % (deep / 8) * 8;
        start_copy(to + (row * (deep + 8) + col) * 2, from + ((size_t)(first + row) * heads + blockIdx.y) * deep + col,
                   first + row < seq);
    }
}

// A block has 64 queries of a head, and a warp 16 of them. Tiles of 64 keys and values come in
// turn.
// For each query a lane keeps the largest score so far, and sums that are scaled by it.
extern "C" __global__ void __launch_bounds__(128)
    attention(const __half *q, const __half *k, const __half *v, __half *mixed, int heads, int seq, int dim, int deep,
              int wide)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32, line = 2 * (deep + 8), tile = 64 * line;
    int count = gridDim.x - blockIdx.x, query = 64 * (count - 1); // the longest blocks begin first
    unsigned queries = (unsigned)__cvta_generic_to_shared(memory), others = queries + tile;
    float scale = rsqrtf((float)dim) * 1.44269504f; // for powers of 2
    for (int part = 0; part < deep; part += 64) {   // of the columns of v
        float sum[8][4] = {}, largest[2] = {-INFINITY, -INFINITY}, total[2] = {};
        __syncthreads(); // nobody reads the tiles of the last part
        fetch_head(queries, q, query, heads, seq, deep);
        fetch_head(others, k, 0, heads, seq, deep);
        fetch_head(others + tile, v, 0, heads, seq, deep);
        commit();
        for (int j = 0; j < count; j++) {
            unsigned keys = others + j % 2 * 2 * tile, values = keys + tile, next = others + (j + 1) % 2 * 2 * tile;
            wait_for_copies<0>();
            __syncthreads();
            if (j + 1 < count) {
                fetch_head(next, k, 64 * (j + 1), heads, seq, deep);
                fetch_head(next + tile, v, 64 * (j + 1), heads, seq, deep);
            }
            commit();
            float score[8][4] = {}; // 16 queries and 64 keys
#pragma unroll 4
            for (int c = 0; c < deep; c += 16) {
                unsigned left[4], right[4];
                load_four(left, queries + (16 * warp + lane % 16) * line + 2 * c + lane / 16 * 16);
#pragma unroll
                for (int p = 0; p < 4; p++) {
                    load_four(right, keys + (16 * p + lane % 8 + lane / 16 * 8) * line + 2 * c + lane / 8 % 2 * 16);
                    multiply(score[2 * p], left, right[0], right[1]);
                    multiply(score[2 * p + 1], left, right[2], right[3]);
                }
            }
#pragma unroll
            for (int half = 0; half < 2; half++) { // a lane has two queries, eight apart
                int row = 16 * warp + lane / 4 + 8 * half;
                float most = largest[half], before = largest[half];
#pragma unroll
                for (int e = 0; e < 16; e++) {
                    float &one = score[e / 2][2 * half + e % 2];
                    bool is_later = j + 1 == count && e / 2 * 8 + lane % 4 * 2 + e % 2 > row;
                    one = is_later ? -INFINITY : one * scale;
                    most = fmaxf(most, one);
                }
                most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, 1));
                most = fmaxf(most, __shfl_xor_sync(0xffffffff, most, 2));
                float shrink = exp2f(before - most);
                largest[half] = most;
                total[half] *= shrink;
#pragma unroll
                for (int e = 0; e < 16; e++) {
                    float &one = score[e / 2][2 * half + e % 2];
                    one = exp2f(one - most);
                    total[half] += one;
                    sum[e / 2][2 * half + e % 2] *= shrink;
                }
            }
#pragma unroll
            for (int i = 0; i < 4; i++) { // the weights of 16 keys are the left factor now
                unsigned left[4] = {two_halves(score[2 * i][0], score[2 * i][1]),
                                    two_halves(score[2 * i][2], score[2 * i][3]),
                                    two_halves(score[2 * i + 1][0], score[2 * i + 1][1]),
                                    two_halves(score[2 * i + 1][2], score[2 * i + 1][3])};
#pragma unroll
                for (int p = 0; p < 4; p++) {
                    unsigned right[4];
                    if (part + 16 * p >= deep)
                        break;
                    load_four_turned(right,
                                     values + (16 * i + lane % 16) * line + 2 * (part + 16 * p) + lane / 16 * 16);
                    multiply(sum[2 * p], left, right[0], right[1]);
                    multiply(sum[2 * p + 1], left, right[2], right[3]);
                }
            }
        }
#pragma unroll
        for (int half = 0; half < 2; half++) {
            int row = query + 16 * warp + lane / 4 + 8 * half;
            total[half] += __shfl_xor_sync(0xffffffff, total[half], 1);
            total[half] += __shfl_xor_sync(0xffffffff, total[half], 2);
            unsigned *to = (unsigned *)(mixed + (size_t)row * wide);
#pragma unroll
            for (int s = 0; s < 8; s++) {
                int col = part + 8 * s + lane % 4 * 2;
                if (row >= seq || col >= dim)
                    break;
                to[(blockIdx.y * dim + col) / 2] =
                    two_halves(sum[s][2 * half] / total[half], sum[s][2 * half + 1] / total[half]);
                for (int rest = heads * dim; rest < wide && blockIdx.y * dim + col + 2 == heads * dim; rest += 2)
                    to[rest / 2] = 0;
            }
        }
    }
}
