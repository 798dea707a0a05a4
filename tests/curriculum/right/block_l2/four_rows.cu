// block_l2: the transformer block, right on any grid, with coalesced loads.
//
//! let width = heads*dim
//! scratch normed f32[seq, width]
//! scratch q f32[seq, width]
//! scratch k f32[seq, width]
//! scratch v f32[seq, width]
//! scratch scores f32[heads, seq, seq]
//! scratch mixed f32[seq, width]
//! scratch projected f32[seq, width]
//! scratch middle f32[seq, width]
//! scratch raised f32[seq, hidden]
//! scratch active f32[seq, hidden]
//! scratch lowered f32[seq, width]
//! launch layernorm(x, gamma1, beta1, normed, seq, width) grid=blocks block=256
//! launch matmul(normed, wq, q, seq, width, width) grid=blocks block=256
//! launch matmul(normed, wk, k, seq, width, width) grid=blocks block=256
//! launch matmul(normed, wv, v, seq, width, width) grid=blocks block=256
//! launch attention_scores(q, k, scores, heads, seq, dim) grid=blocks block=256
//! launch softmax(scores, heads, seq) grid=blocks block=256
//! launch attention_mix(scores, v, mixed, heads, seq, dim) grid=blocks block=256
//! launch matmul(mixed, wo, projected, seq, width, width) grid=blocks block=256
//! launch add(x, projected, middle, seq*width) grid=blocks block=256
//! launch layernorm(middle, gamma2, beta2, normed, seq, width) grid=blocks block=256
//! launch matmul(normed, up, raised, seq, hidden, width) grid=blocks block=256
//! launch gelu(raised, active, seq*hidden) grid=blocks block=256
//! launch matmul(active, down, lowered, seq, width, hidden) grid=blocks block=256
//! launch add(middle, lowered, y, seq*width) grid=blocks block=256

__device__ float warp_sum(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

__device__ float warp_max(float value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, offset));
    return value;
}

// One warp per row.
extern "C" __global__ void layernorm(const float *x, const float *gamma, const float *beta, float *y, int rows, int cols)
{
    int lane = threadIdx.x % 32, warps = gridDim.x * blockDim.x / 32;
    for (int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32; row < rows; row += warps) {
        const float *in = x + (size_t)row * cols;
        float sum = 0.0f, squares = 0.0f;
        for (int c = lane; c < cols; c += 32)
            sum += in[c];
        float mean = warp_sum(sum) / cols;
        for (int c = lane; c < cols; c += 32)
            squares += (in[c] - mean) * (in[c] - mean);
        float scale = rsqrtf(warp_sum(squares) / cols + 1e-5f);
        for (int c = lane; c < cols; c += 32)
            y[(size_t)row * cols + c] = (in[c] - mean) * scale * gamma[c] + beta[c];
    }
}

// Four rows of a column in each turn of a thread. Neighbouring threads have neighbouring columns.
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    const int groups = (m + 3) / 4;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < groups * n; i += gridDim.x * blockDim.x) {
        int row = i / n * 4, col = i % n;
        float s[4] = {0, 0, 0, 0};
        for (int e = 0; e < k; e++) {
            float w = b[(size_t)e * n + col];
#pragma unroll
            for (int r = 0; r < 4; r++)
                s[r] += (row + r < m ? a[(size_t)(row + r) * k + e] : 0.0f) * w;
        }
#pragma unroll
        for (int r = 0; r < 4; r++)
            if (row + r < m)
                c[(size_t)(row + r) * n + col] = s[r];
    }
}

// scores[h][i][j] for j <= i: one warp per score, its lanes along dim.
extern "C" __global__ void attention_scores(const float *q, const float *k, float *scores, int heads, int seq, int dim)
{
    int lane = threadIdx.x % 32, warps = gridDim.x * blockDim.x / 32;
    int width = heads * dim;
    for (int index = (blockIdx.x * blockDim.x + threadIdx.x) / 32; index < heads * seq * seq; index += warps) {
        int h = index / (seq * seq), i = index / seq % seq, j = index % seq;
        if (j > i)
            continue;
        float dot = 0.0f;
        for (int d = h * dim + lane; d < h * dim + dim; d += 32)
            dot += q[(size_t)i * width + d] * k[(size_t)j * width + d];
        dot = warp_sum(dot);
        if (lane == 0)
            scores[index] = dot * rsqrtf((float)dim);
    }
}

// One warp per row. The first i + 1 scores count.
extern "C" __global__ void softmax(float *scores, int heads, int seq)
{
    int lane = threadIdx.x % 32, warps = gridDim.x * blockDim.x / 32;
    for (int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32; row < heads * seq; row += warps) {
        float *s = scores + (size_t)row * seq;
        int keys = row % seq + 1;
        float largest = -INFINITY, sum = 0.0f;
        for (int j = lane; j < keys; j += 32)
            largest = fmaxf(largest, s[j]);
        largest = warp_max(largest);
        for (int j = lane; j < keys; j += 32)
            sum += s[j] = expf(s[j] - largest);
        sum = warp_sum(sum);
        for (int j = lane; j < keys; j += 32)
            s[j] /= sum;
    }
}

// mixed[i][h*dim + d] = sum over j <= i of scores[h][i][j] * v[j][h*dim + d]
extern "C" __global__ void attention_mix(const float *scores, const float *v, float *mixed, int heads, int seq, int dim)
{
    int width = heads * dim;
    for (int index = blockIdx.x * blockDim.x + threadIdx.x; index < seq * width; index += gridDim.x * blockDim.x) {
        int i = index / width, col = index % width, h = col / dim;
        const float *p = scores + ((size_t)h * seq + i) * seq;
        float sum = 0.0f;
        for (int j = 0; j <= i; j++)
            sum += p[j] * v[(size_t)j * width + col];
        mixed[index] = sum;
    }
}

extern "C" __global__ void gelu(const float *x, float *y, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        y[i] = 0.5f * x[i] * (1.0f + erff(x[i] * 0.70710678f));
}

extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        c[i] = a[i] + b[i];
}
