//? status: wrong
//? says: first wrong result is normed
// Each lane keeps its last four elements, not their sum.
//
//! let width = heads*dim
//! let deep = (dim+15)/16*16
//! let keys = (seq+63)/64*64
//! scratch normed f32[seq, width]
//! scratch q f32[seq, width]
//! scratch k f32[seq, width]
//! scratch v f32[seq, width]
//! scratch mixed f32[seq, width]
//! scratch middle f32[seq, width]
//! scratch active f32[seq, hidden]
//! launch layernorm(x, gamma1, beta1, normed, seq, width) grid=(seq+7)/8 block=256
//! launch project_qkv(normed, wq, wk, wv, q, k, v, seq, width)
//!     grid=(width+63)/64,(seq+31)/32,3 block=128
//! launch attention(q, k, v, mixed, heads, seq, dim, deep)
//!     grid=(seq+15)/16,heads block=128 shared=64*(keys+4)+32*(keys+8)+160*(deep+8)
//! launch linear_add(mixed, wo, x, middle, seq, width, width)
//!     grid=(width+63)/64,(seq+31)/32 block=128
//! launch layernorm(middle, gamma2, beta2, normed, seq, width) grid=(seq+7)/8 block=256
//! launch linear_gelu(normed, up, active, seq, hidden, width)
//!     grid=(hidden+63)/64,(seq+31)/32 block=128
//! launch linear_add(active, down, middle, y, seq, width, hidden)
//!     grid=(width+63)/64,(seq+31)/32 block=128

#include <mma.h>
using namespace nvcuda::wmma;

__device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

// One warp per row. A lane takes four elements at a time.
extern "C" __global__ void layernorm(const float *x, const float *gamma, const float *beta, float *y, int rows,
                                     int cols)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    const float4 *in = (const float4 *)(x + (size_t)row * cols);
    float4 *out = (float4 *)(y + (size_t)row * cols);
    float sum = 0.0f, squares = 0.0f;
    for (int c = lane; c < cols / 4; c += 32)
        sum = in[c].x + in[c].y + in[c].z + in[c].w;
    float mean = warp_sum(sum) / cols;
    for (int c = lane; c < cols / 4; c += 32) {
        float4 a = in[c];
        a = make_float4(a.x - mean, a.y - mean, a.z - mean, a.w - mean);
        squares += a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w;
    }
    float scale = rsqrtf(warp_sum(squares) / cols + 1e-5f);
    for (int c = lane; c < cols / 4; c += 32) {
        float4 a = in[c], g = ((const float4 *)gamma)[c], b = ((const float4 *)beta)[c];
        out[c] = make_float4((a.x - mean) * scale * g.x + b.x, (a.y - mean) * scale * g.y + b.y,
                             (a.z - mean) * scale * g.z + b.z, (a.w - mean) * scale * g.w + b.w);
    }
}

__device__ void add_scaled(float4 &sum, float by, float4 weight)
{
    sum.x += by * weight.x;
    sum.y += by * weight.y;
    sum.z += by * weight.z;
    sum.w += by * weight.w;
}

// Four elements of a row, 0 past the edge. All rows begin at a multiple of 16 bytes.
__device__ float4 four(const float *in, int row, int col, int rows, int cols)
{
    if (row >= rows || col >= cols)
        return make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    return *(const float4 *)(in + (size_t)row * cols + col);
}

// Four floats as four halves, in one store of 8 bytes.
__device__ void store_halves(half *to, float4 from)
{
    half2 pairs[2] = {__floats2half2_rn(from.x, from.y), __floats2half2_rn(from.z, from.w)};
    *(uint2 *)to = *(uint2 *)pairs;
}

// Adds a tile of 32 x 64 of a * b to the sums of four warps. Warp w has rows from 16*(w / 2) on and
// columns from 32*(w % 2) on. Numbers become halves on their way to the tiles; sums stay floats.
__device__ void add_product(const float *a, const float *b, int m, int n, int k,
                            fragment<accumulator, 16, 16, 16, float> own[2])
{
    __shared__ __align__(32) half tile_a[2][32][40], tile_b[2][32][72]; // pitches of 80 and 144 bytes
    int t = threadIdx.x, warp = t / 32, row = blockIdx.y * 32, col = blockIdx.x * 64, turn = 0;
    float4 next_a[2], next_b[4];
    for (int l = 0; l < 2; l++)
        next_a[l] = four(a, row + t / 8 + 16 * l, t % 8 * 4, m, k);
    for (int l = 0; l < 4; l++)
        next_b[l] = four(b, t / 16 + 8 * l, col + t % 16 * 4, k, n);
    for (int first = 0; first < k; first += 32) {
        for (int l = 0; l < 2; l++)
            store_halves(&tile_a[turn][t / 8 + 16 * l][t % 8 * 4], next_a[l]);
        for (int l = 0; l < 4; l++)
            store_halves(&tile_b[turn][t / 16 + 8 * l][t % 16 * 4], next_b[l]);
        __syncthreads();
        for (int l = 0; l < 2; l++)
            next_a[l] = four(a, row + t / 8 + 16 * l, first + 32 + t % 8 * 4, m, k);
        for (int l = 0; l < 4; l++)
            next_b[l] = four(b, first + 32 + t / 16 + 8 * l, col + t % 16 * 4, k, n);
#pragma unroll
        for (int i = 0; i < 32; i += 16) {
            fragment<matrix_a, 16, 16, 16, half, row_major> of_a;
            fragment<matrix_b, 16, 16, 16, half, row_major> of_b;
            load_matrix_sync(of_a, &tile_a[turn][warp / 2 * 16][i], 40);
            for (int q = 0; q < 2; q++) {
                load_matrix_sync(of_b, &tile_b[turn][i][warp % 2 * 32 + 16 * q], 72);
                mma_sync(own[q], of_a, of_b, own[q]);
            }
        }
        turn = 1 - turn;
    }
}

// Brings the sums to all threads. Thread t has rows t / 16 + 8 * r, and columns from 4 * (t % 16).
__device__ void share(float sums[32][68], fragment<accumulator, 16, 16, 16, float> own[2])
{
    int warp = threadIdx.x / 32;
    for (int q = 0; q < 2; q++)
        store_matrix_sync(&sums[warp / 2 * 16][warp % 2 * 32 + 16 * q], own[q], 68, mem_row_major);
    __syncthreads();
}

__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

// blockIdx.z: 0 is for the queries, 1 for the keys, 2 for the values.
extern "C" __global__ void __launch_bounds__(128)
    project_qkv(const float *normed, const float *wq, const float *wk, const float *wv, float *q, float *k, float *v,
                int seq, int width)
{
    const float *weights = blockIdx.z == 0 ? wq : blockIdx.z == 1 ? wk : wv;
    float *to = blockIdx.z == 0 ? q : blockIdx.z == 1 ? k : v;
    __shared__ __align__(32) float sums[32][68];
    fragment<accumulator, 16, 16, 16, float> own[2];
    for (int q = 0; q < 2; q++)
        fill_fragment(own[q], 0.0f);
    add_product(normed, weights, seq, width, width, own);
    share(sums, own);
    int row = blockIdx.y * 32 + threadIdx.x / 16, col = blockIdx.x * 64 + threadIdx.x % 16 * 4;
#pragma unroll
    for (int r = 0; r < 4; r++) {
        if (row + 8 * r >= seq || col >= width)
            continue;
        float4 sum = *(float4 *)&sums[threadIdx.x / 16 + 8 * r][threadIdx.x % 16 * 4];
        size_t at = (size_t)(row + 8 * r) * width + col;
        *(float4 *)(to + at) = sum;
    }
}

extern "C" __global__ void __launch_bounds__(128)
    linear_add(const float *a, const float *b, const float *residual, float *c, int m, int n, int k)
{
    __shared__ __align__(32) float sums[32][68];
    fragment<accumulator, 16, 16, 16, float> own[2];
    for (int q = 0; q < 2; q++)
        fill_fragment(own[q], 0.0f);
    add_product(a, b, m, n, k, own);
    share(sums, own);
    int row = blockIdx.y * 32 + threadIdx.x / 16, col = blockIdx.x * 64 + threadIdx.x % 16 * 4;
#pragma unroll
    for (int r = 0; r < 4; r++) {
        if (row + 8 * r >= m || col >= n)
            continue;
        float4 sum = *(float4 *)&sums[threadIdx.x / 16 + 8 * r][threadIdx.x % 16 * 4];
        size_t at = (size_t)(row + 8 * r) * n + col;
        add_scaled(sum, 1.0f, *(const float4 *)(residual + at));
        *(float4 *)(c + at) = sum;
    }
}

extern "C" __global__ void __launch_bounds__(128)
    linear_gelu(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ __align__(32) float sums[32][68];
    fragment<accumulator, 16, 16, 16, float> own[2];
    for (int q = 0; q < 2; q++)
        fill_fragment(own[q], 0.0f);
    add_product(a, b, m, n, k, own);
    share(sums, own);
    int row = blockIdx.y * 32 + threadIdx.x / 16, col = blockIdx.x * 64 + threadIdx.x % 16 * 4;
#pragma unroll
    for (int r = 0; r < 4; r++) {
        if (row + 8 * r >= m || col >= n)
            continue;
        float4 sum = *(float4 *)&sums[threadIdx.x / 16 + 8 * r][threadIdx.x % 16 * 4];
        size_t at = (size_t)(row + 8 * r) * n + col;
        *(float4 *)(c + at) = make_float4(gelu(sum.x), gelu(sum.y), gelu(sum.z), gelu(sum.w));
    }
}

// Stores rows of a head as halves. Rows of the tile have 8 halves more, against bank conflicts.
__device__ void load_head(half *to, const float *head, int first, int rows, int seq, int width, int dim, int deep)
{
    for (int e = threadIdx.x; e < rows * deep / 4; e += 128) {
        int r = e / (deep / 4), c = e % (deep / 4) * 4;
        float4 part = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        if (first + r < seq && c < dim)
            part = *(const float4 *)(head + (size_t)(first + r) * width + c);
        store_halves(to + r * (deep + 8) + c, part);
    }
}

// The weights of 16 queries, four for each warp, from their scores.
__device__ void softmax(const float *scores, half *weights, float *total, int first, int keys, float scale)
{
    int lane = threadIdx.x % 32;
    for (int r = threadIdx.x / 32; r < 16; r += 4) {
        const float *row = scores + r * (keys + 4);
        float largest = -INFINITY, sum = 0.0f;
        for (int j = lane; j <= first + r; j += 32)
            largest = fmaxf(largest, row[j]);
        for (int offset = 16; offset > 0; offset /= 2)
            largest = fmaxf(largest, __shfl_xor_sync(0xffffffff, largest, offset));
        for (int j = lane; j < keys; j += 32) {
            float weight = j <= first + r ? expf((row[j] - largest) * scale) : 0.0f; // later keys count nothing
            weights[r * (keys + 8) + j] = __float2half(weight);
            sum += weight;
        }
        sum = warp_sum(sum);
        if (lane == 0)
            total[r] = sum;
    }
}

// One block per 16 queries and head. All their scores stay in shared memory. Keys and values come
// in tiles of 64.
extern "C" __global__ void __launch_bounds__(128)
    attention(const float *q, const float *k, const float *v, float *mixed, int heads, int seq, int dim, int deep)
{
    extern __shared__ __align__(32) char memory[];
    __shared__ float total[16];
    int h = blockIdx.y, width = heads * dim, warp = threadIdx.x / 32, pitch = deep + 8;
    int first = (gridDim.x - 1 - blockIdx.x) * 16; // the blocks with most keys begin first
    int keys = (first + 16 + 63) / 64 * 64;
    float *scores = (float *)memory;                    // 16 rows of keys + 4
    half *weights = (half *)(scores + 16 * (keys + 4)); // 16 rows of keys + 8
    half *queries = weights + 16 * (keys + 8), *tile = queries + 16 * pitch;
    load_head(queries, q + h * dim, first, 16, seq, width, dim, deep);
    for (int j = 0; j < keys; j += 64) { // a warp has 16 keys
        fragment<accumulator, 16, 16, 16, float> score;
        fill_fragment(score, 0.0f);
        load_head(tile, k + h * dim, j, 64, seq, width, dim, deep);
        __syncthreads();
        for (int c = 0; c < deep; c += 16) {
            fragment<matrix_a, 16, 16, 16, half, row_major> of_q;
            fragment<matrix_b, 16, 16, 16, half, col_major> of_k; // a key is a column
            load_matrix_sync(of_q, queries + c, pitch);
            load_matrix_sync(of_k, tile + warp * 16 * pitch + c, pitch);
            mma_sync(score, of_q, of_k, score);
        }
        store_matrix_sync(scores + j + 16 * warp, score, keys + 4, mem_row_major);
        __syncthreads();
    }
    softmax(scores, weights, total, first, keys, rsqrtf((float)dim));
    for (int part = 0; part < deep; part += 64) { // of the columns; a warp has 16
        bool is_inside = part + 16 * warp < deep;
        fragment<accumulator, 16, 16, 16, float> value;
        fill_fragment(value, 0.0f);
        for (int j = 0; j < keys; j += 64) {
            __syncthreads(); // the weights are complete, and nobody reads the tile
            load_head(tile, v + h * dim, j, 64, seq, width, dim, deep);
            __syncthreads();
            for (int i = 0; i < 64 && is_inside; i += 16) {
                fragment<matrix_a, 16, 16, 16, half, row_major> of_w;
                fragment<matrix_b, 16, 16, 16, half, row_major> of_v;
                load_matrix_sync(of_w, weights + j + i, keys + 8);
                load_matrix_sync(of_v, tile + i * pitch + part + 16 * warp, pitch);
                mma_sync(value, of_w, of_v, value);
            }
        }
        if (is_inside)
            store_matrix_sync(scores + 16 * warp, value, keys + 4, mem_row_major);
        __syncthreads();
        for (int e = threadIdx.x; e < 256; e += 128) {
            int r = e / 16, c = part + e % 16 * 4;
            float4 sum = *(float4 *)(scores + r * (keys + 4) + e % 16 * 4);
            if (first + r < seq && c < dim)
                *(float4 *)(mixed + (size_t)(first + r) * width + h * dim + c) =
                    make_float4(sum.x / total[r], sum.y / total[r], sum.z / total[r], sum.w / total[r]);
        }
    }
}
