//? status: wrong
//? says: another value in each round of the loop
// Each lane keeps its last four elements, not their sum.
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
//!     grid=(width+63)/64,(seq+31)/32,3 block=16,8
//! launch attention(q, k, v, mixed, heads, seq, dim) grid=seq,heads block=128 shared=4*seq
//! launch linear_add(mixed, wo, x, middle, seq, width, width)
//!     grid=(width+63)/64,(seq+31)/32 block=16,8
//! launch layernorm(middle, gamma2, beta2, normed, seq, width) grid=(seq+7)/8 block=256
//! launch linear_gelu(normed, up, active, seq, hidden, width)
//!     grid=(hidden+63)/64,(seq+31)/32 block=16,8
//! launch linear_add(active, down, middle, y, seq, width, hidden)
//!     grid=(width+63)/64,(seq+31)/32 block=16,8

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

// A thread computes four rows of four columns of a * b: 8 loads of 16 bytes, 64 multiplications.
__device__ void product_4x4(const float *a, const float *b, int row, int col, int m, int n, int k, float4 sums[4])
{
    const float4 *rows[4];
#pragma unroll
    for (int r = 0; r < 4; r++) {
        rows[r] = (const float4 *)(a + (size_t)min(row + r, m - 1) * k); // rows beyond the last repeat it, and are not stored
        sums[r] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    }
    for (int s = 0; s < k / 4; s++) {
        const float *from = b + (size_t)4 * s * n + col;
        float4 weights[4];
#pragma unroll
        for (int i = 0; i < 4; i++)
            weights[i] = *(const float4 *)(from + (size_t)i * n);
#pragma unroll
        for (int r = 0; r < 4; r++) {
            float4 value = rows[r][s];
            add_scaled(sums[r], value.x, weights[0]);
            add_scaled(sums[r], value.y, weights[1]);
            add_scaled(sums[r], value.z, weights[2]);
            add_scaled(sums[r], value.w, weights[3]);
        }
    }
}

__device__ float gelu(float x)
{
    return 0.5f * x * (1.0f + erff(x * 0.70710678f));
}

// blockIdx.z: 0 is for the queries, 1 for the keys, 2 for the values.
extern "C" __global__ void project_qkv(const float *normed, const float *wq, const float *wk, const float *wv, float *q,
                                       float *k, float *v, int seq, int width)
{
    int col = (blockIdx.x * 16 + threadIdx.x) * 4, row = (blockIdx.y * 8 + threadIdx.y) * 4;
    if (col >= width || row >= seq)
        return;
    const float *weights = blockIdx.z == 0 ? wq : blockIdx.z == 1 ? wk : wv;
    float *to = blockIdx.z == 0 ? q : blockIdx.z == 1 ? k : v;
    float4 sums[4];
    product_4x4(normed, weights, row, col, seq, width, width, sums);
#pragma unroll
    for (int r = 0; r < 4; r++)
        if (row + r < seq)
            *(float4 *)(to + (size_t)(row + r) * width + col) = sums[r];
}

extern "C" __global__ void linear_add(const float *a, const float *b, const float *residual, float *c, int m, int n, int k)
{
    int col = (blockIdx.x * 16 + threadIdx.x) * 4, row = (blockIdx.y * 8 + threadIdx.y) * 4;
    if (col >= n || row >= m)
        return;
    float4 sums[4];
    product_4x4(a, b, row, col, m, n, k, sums);
#pragma unroll
    for (int r = 0; r < 4; r++) {
        if (row + r >= m)
            continue;
        size_t at = (size_t)(row + r) * n + col;
        add_scaled(sums[r], 1.0f, *(const float4 *)(residual + at));
        *(float4 *)(c + at) = sums[r];
    }
}

extern "C" __global__ void linear_gelu(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = (blockIdx.x * 16 + threadIdx.x) * 4, row = (blockIdx.y * 8 + threadIdx.y) * 4;
    if (col >= n || row >= m)
        return;
    float4 sums[4];
    product_4x4(a, b, row, col, m, n, k, sums);
#pragma unroll
    for (int r = 0; r < 4; r++)
        if (row + r < m)
            *(float4 *)(c + (size_t)(row + r) * n + col) =
                make_float4(gelu(sums[r].x), gelu(sums[r].y), gelu(sums[r].z), gelu(sums[r].w));
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
