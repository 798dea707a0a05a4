//? status: unsafe
//? says: reads tile_b[0][0][64] in shared memory
// The rows of the tile of b are 72 halves apart, not 64.
//
//! let width = heads*dim
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
//! launch attention(q, k, v, mixed, heads, seq, dim) grid=seq,heads block=128 shared=4*seq
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
extern "C" __global__ void layernorm(const float *x, const float *gamma, const float *beta, float *y, int rows, int cols)
{
    int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    const float4 *in = (const float4 *)(x + (size_t)row * cols);
    float4 *out = (float4 *)(y + (size_t)row * cols);
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
                load_matrix_sync(of_b, &tile_b[turn][i][warp % 2 * 32 + 16 * q], 64);
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

__device__ float block_reduce(float value, bool largest)
{
    __shared__ float parts[4];
    for (int offset = 16; offset > 0; offset /= 2) {
        float other = __shfl_xor_sync(0xffffffff, value, offset);
        value = largest ? fmaxf(value, other) : value + other;
    }
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = value;
    __syncthreads();
    value = parts[0];
    for (int i = 1; i < 4; i++)
        value = largest ? fmaxf(value, parts[i]) : value + parts[i];
    __syncthreads();
    return value;
}

// One block per query and head. Its scores stay in shared memory. Eight lanes share a key.
extern "C" __global__ void __launch_bounds__(128)
    attention(const float *q, const float *k, const float *v, float *mixed, int heads, int seq, int dim)
{
    extern __shared__ float scores[]; // one for each key
    __shared__ float4 partial[128];
    int i = blockIdx.x, h = blockIdx.y, width = heads * dim, keys = i + 1, columns = dim / 4;
    const float4 *query = (const float4 *)(q + (size_t)i * width + h * dim);
    int lane = threadIdx.x % 8;
    float scale = rsqrtf((float)dim);
    for (int first = 0; first < keys; first += 16) { // all lanes of a warp take every turn, for the shuffles
        int j = first + threadIdx.x / 8;
        const float4 *key = (const float4 *)(k + (size_t)min(j, i) * width + h * dim);
        float dot = 0.0f;
        for (int c = lane; c < columns; c += 8) {
            float4 a = query[c], b = key[c];
            dot += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
        }
        for (int offset = 4; offset > 0; offset /= 2)
            dot += __shfl_xor_sync(0xffffffff, dot, offset);
        if (lane == 0 && j < keys)
            scores[j] = dot * scale;
    }
    __syncthreads();

    float largest = -INFINITY, sum = 0.0f;
    for (int j = threadIdx.x; j < keys; j += 128)
        largest = fmaxf(largest, scores[j]);
    largest = block_reduce(largest, true);
    for (int j = threadIdx.x; j < keys; j += 128)
        sum += scores[j] = expf(scores[j] - largest);
    sum = block_reduce(sum, false); // its barriers also publish the scores

    // If threads are left when each column has one, they share the keys of a column.
    for (int first = 0; first < columns; first += 128) {
        int here = min(columns - first, 128), groups = 128 / here, group = threadIdx.x / here;
        int column = first + threadIdx.x % here;
        float4 value = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        for (int j = group; group < groups && j < keys; j += groups)
            add_scaled(value, scores[j], *(const float4 *)(v + (size_t)j * width + h * dim + 4 * column));
        partial[threadIdx.x] = value;
        __syncthreads();
        if (group == 0) {
            for (int g = 1; g < groups; g++)
                add_scaled(value, 1.0f, partial[g * here + threadIdx.x]);
            *(float4 *)(mixed + (size_t)i * width + h * dim + 4 * column) =
                make_float4(value.x / sum, value.y / sum, value.z / sum, value.w / sum);
        }
        __syncthreads();
    }
}
