// block_l1: a transformer block, one kernel for each operation. TODO 1 to 3: the kernels of
// attention. TODO 4: the rest of the plan. The other kernels are here, in their plainest form.
//
//   middle = x + attention(layernorm(x)) * wo
//   y      = middle + gelu(layernorm(middle) * up) * down
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
//! launch layernorm(x, gamma1, beta1, normed, seq, width) grid=(seq+127)/128 block=128
//! launch matmul(normed, wq, q, seq, width, width) grid=(seq*width+127)/128 block=128
//! launch matmul(normed, wk, k, seq, width, width) grid=(seq*width+127)/128 block=128
//! launch matmul(normed, wv, v, seq, width, width) grid=(seq*width+127)/128 block=128
//! launch attention_scores(q, k, scores, heads, seq, dim) grid=(heads*seq*seq+127)/128 block=128
//! launch softmax(scores, heads, seq) grid=(heads*seq+127)/128 block=128
//! launch attention_mix(scores, v, mixed, heads, seq, dim) grid=(seq*width+127)/128 block=128
// TODO 4: the second half of the plan, seven launches. projected = mixed * wo,
//         middle = x + projected, normed = layernorm of middle with gamma2 and beta2,
//         raised = normed * up, active = gelu(raised), lowered = active * down,
//         y = middle + lowered

extern "C" __global__ void layernorm(const float *x, const float *gamma, const float *beta, float *y, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    const float *in = x + row * cols;
    float sum = 0.0f, squares = 0.0f;
    for (int c = 0; c < cols; c++)
        sum += in[c];
    float mean = sum / cols;
    for (int c = 0; c < cols; c++)
        squares += (in[c] - mean) * (in[c] - mean);
    float scale = rsqrtf(squares / cols + 1e-5f);
    for (int c = 0; c < cols; c++)
        y[row * cols + c] = (in[c] - mean) * scale * gamma[c] + beta[c];
}

// c = a * b: a is m x k, b is k x n.
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m * n)
        return;
    int row = i / n, col = i % n;
    float sum = 0.0f;
    for (int s = 0; s < k; s++)
        sum += a[row * k + s] * b[s * n + col];
    c[i] = sum;
}

// scores[h][i][j] = dot(query i, key j) / sqrt(dim) for j <= i. Head h begins at column h*dim.
extern "C" __global__ void attention_scores(const float *q, const float *k, float *scores, int heads, int seq, int dim)
{
    // TODO 1: one thread per (h, i, j)
}

// The first i + 1 scores of row i become probabilities; the others are never read.
extern "C" __global__ void softmax(float *scores, int heads, int seq)
{
    // TODO 2: one thread per row; row r of heads*seq rows has r % seq + 1 scores
}

// mixed[i][h*dim + d] = sum over j <= i of scores[h][i][j] * v[j][h*dim + d]
extern "C" __global__ void attention_mix(const float *scores, const float *v, float *mixed, int heads, int seq, int dim)
{
    // TODO 3: one thread per element of mixed
}

extern "C" __global__ void gelu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 0.5f * x[i] * (1.0f + erff(x[i] * 0.70710678f));
}

extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
