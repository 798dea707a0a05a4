// reuse_parallel: both halves of the block read one norm. All buffers live from the first statement
// to the last.
// TODO: change the plan. At its peak it can hold the 11 parts of the exercise, and the norm.
//
//   y = x + attention(layernorm(x)) * wo + gelu(layernorm(x) * up) * down
//
//! let width = heads*dim
//! scratch normed f32[seq, width]
//! scratch q f32[seq, width]
//! scratch k f32[seq, width]
//! scratch v f32[seq, width]
//! scratch scores f32[heads, seq, seq]
//! scratch mixed f32[seq, width]
//! scratch projected f32[seq, width]
//! scratch half f32[seq, width]
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
//! launch matmul(mixed, wo, projected, seq, width, width) grid=(seq*width+127)/128 block=128
//! launch add(x, projected, half, seq*width) grid=(seq*width+127)/128 block=128
//! launch matmul(normed, up, raised, seq, hidden, width) grid=(seq*hidden+127)/128 block=128
//! launch gelu(raised, active, seq*hidden) grid=(seq*hidden+127)/128 block=128
//! launch matmul(active, down, lowered, seq, width, hidden) grid=(seq*width+127)/128 block=128
//! launch add(half, lowered, y, seq*width) grid=(seq*width+127)/128 block=128

extern "C" __global__ void layernorm(const float *x, const float *gamma, const float *beta, float *y, int rows,
                                     int cols)
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
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= heads * seq * seq)
        return;
    int h = index / (seq * seq), i = index / seq % seq, j = index % seq, width = heads * dim;
    if (j > i)
        return;
    float dot = 0.0f;
    for (int d = 0; d < dim; d++)
        dot += q[i * width + h * dim + d] * k[j * width + h * dim + d];
    scores[index] = dot * rsqrtf((float)dim);
}

// The first i + 1 scores of row i become probabilities; the others are never read.
extern "C" __global__ void softmax(float *scores, int heads, int seq)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= heads * seq)
        return;
    float *s = scores + (size_t)row * seq;
    int keys = row % seq + 1;
    float largest = -INFINITY, sum = 0.0f;
    for (int j = 0; j < keys; j++)
        largest = fmaxf(largest, s[j]);
    for (int j = 0; j < keys; j++)
        sum += s[j] = expf(s[j] - largest);
    for (int j = 0; j < keys; j++)
        s[j] /= sum;
}

// mixed[i][h*dim + d] = sum over j <= i of scores[h][i][j] * v[j][h*dim + d]
extern "C" __global__ void attention_mix(const float *scores, const float *v, float *mixed, int heads, int seq, int dim)
{
    int index = blockIdx.x * blockDim.x + threadIdx.x, width = heads * dim;
    if (index >= seq * width)
        return;
    int i = index / width, col = index % width, h = col / dim;
    const float *p = scores + ((size_t)h * seq + i) * seq;
    float sum = 0.0f;
    for (int j = 0; j <= i; j++)
        sum += p[j] * v[j * width + col];
    mixed[index] = sum;
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
