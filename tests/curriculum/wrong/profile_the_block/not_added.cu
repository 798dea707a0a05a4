//? status: wrong
//? says: first wrong result is d_normed
// Each of the three products overwrites the one before.
//
//! let width = heads*dim
//! scratch normed f32[seq, width]
//! scratch stats1 f32[seq, 2]
//! scratch q f32[seq, width]
//! scratch k f32[seq, width]
//! scratch v f32[seq, width]
//! scratch probs f32[heads, seq, seq]
//! scratch mixed f32[seq, width]
//! scratch projected f32[seq, width]
//! scratch h f32[seq, width]
//! scratch stats2 f32[seq, 2]
//! scratch normed2 f32[seq, width]
//! scratch raised f32[seq, hidden]
//! scratch active f32[seq, hidden]
//! scratch lowered f32[seq, width]
//! scratch turned f32[max(width, hidden), width]
//! launch layernorm(x, gamma1, beta1, normed, stats1, seq, width) grid=(seq+127)/128 block=128
//! launch matmul(normed, wq, q, seq, width, width) grid=(seq*width+127)/128 block=128
//! launch matmul(normed, wk, k, seq, width, width) grid=(seq*width+127)/128 block=128
//! launch matmul(normed, wv, v, seq, width, width) grid=(seq*width+127)/128 block=128
//! launch dots(q, k, probs, 1.0/sqrt(dim), heads, seq, dim) grid=(heads*seq*seq+127)/128 block=128
//! launch softmax(probs, heads, seq) grid=(heads*seq+127)/128 block=128
//! launch mix(probs, v, mixed, heads, seq, dim) grid=(seq*width+127)/128 block=128
//! launch matmul(mixed, wo, projected, seq, width, width) grid=(seq*width+127)/128 block=128
//! launch add(x, projected, h, seq*width) grid=(seq*width+127)/128 block=128
//! launch layernorm(h, gamma2, beta2, normed2, stats2, seq, width) grid=(seq+127)/128 block=128
//! launch matmul(normed2, up, raised, seq, hidden, width) grid=(seq*hidden+127)/128 block=128
//! launch gelu(raised, active, seq*hidden) grid=(seq*hidden+127)/128 block=128
//! launch matmul(active, down, lowered, seq, width, hidden) grid=(seq*width+127)/128 block=128
//! launch add(h, lowered, y, seq*width) grid=(seq*width+127)/128 block=128
//! scratch d_active f32[seq, hidden]
//! scratch d_normed f32[seq, width]
//! scratch d_h f32[seq, width]
//! scratch d_mixed f32[seq, width]
//! scratch d_probs f32[heads, seq, seq]
//! scratch d_q f32[seq, width]
//! scratch d_k f32[seq, width]
//! scratch d_v f32[seq, width]
//! launch transpose(down, turned, hidden, width) grid=(width+31)/32,(hidden+31)/32 block=32,8
//! launch matmul(d_y, turned, d_active, seq, hidden, width) grid=(seq*hidden+127)/128 block=128
//! launch matmul_tn(active, d_y, d_down, hidden, width, seq) grid=(hidden*width+127)/128 block=128
//! launch gelu_backward(raised, d_active, seq*hidden) grid=(seq*hidden+127)/128 block=128
//! launch transpose(up, turned, width, hidden) grid=(hidden+31)/32,(width+31)/32 block=32,8
//! launch matmul(d_active, turned, d_normed, seq, width, hidden) grid=(seq*width+127)/128 block=128
//! launch matmul_tn(normed2, d_active, d_up, width, hidden, seq)
//!     grid=(hidden*width+127)/128 block=128
//! launch layernorm_backward(d_normed, h, stats2, gamma2, d_y, d_h, seq, width)
//!     grid=(seq+127)/128 block=128
//! launch norm_weights(d_normed, h, stats2, d_gamma2, d_beta2, seq, width)
//!     grid=(width+127)/128 block=128
//! launch transpose(wo, turned, width, width) grid=(width+31)/32,(width+31)/32 block=32,8
//! launch matmul(d_h, turned, d_mixed, seq, width, width) grid=(seq*width+127)/128 block=128
//! launch matmul_tn(mixed, d_h, d_wo, width, width, seq) grid=(width*width+127)/128 block=128
//! launch dots(d_mixed, v, d_probs, 1, heads, seq, dim) grid=(heads*seq*seq+127)/128 block=128
//! launch mix_turned(probs, d_mixed, d_v, heads, seq, dim) grid=(seq*width+127)/128 block=128
//! launch softmax_backward(probs, d_probs, 1.0/sqrt(dim), heads, seq)
//!     grid=(heads*seq+127)/128 block=128
//! launch mix(d_probs, k, d_q, heads, seq, dim) grid=(seq*width+127)/128 block=128
//! launch mix_turned(d_probs, q, d_k, heads, seq, dim) grid=(seq*width+127)/128 block=128
//! launch transpose(wq, turned, width, width) grid=(width+31)/32,(width+31)/32 block=32,8
//! launch matmul(d_q, turned, d_normed, seq, width, width) grid=(seq*width+127)/128 block=128
//! launch transpose(wk, turned, width, width) grid=(width+31)/32,(width+31)/32 block=32,8
//! launch matmul(d_k, turned, d_normed, seq, width, width) grid=(seq*width+127)/128 block=128
//! launch transpose(wv, turned, width, width) grid=(width+31)/32,(width+31)/32 block=32,8
//! launch matmul(d_v, turned, d_normed, seq, width, width) grid=(seq*width+127)/128 block=128
//! launch matmul_tn(normed, d_q, d_wq, width, width, seq) grid=(width*width+127)/128 block=128
//! launch matmul_tn(normed, d_k, d_wk, width, width, seq) grid=(width*width+127)/128 block=128
//! launch matmul_tn(normed, d_v, d_wv, width, width, seq) grid=(width*width+127)/128 block=128
//! launch layernorm_backward(d_normed, x, stats1, gamma1, d_h, d_x, seq, width)
//!     grid=(seq+127)/128 block=128
//! launch norm_weights(d_normed, x, stats1, d_gamma1, d_beta1, seq, width)
//!     grid=(width+127)/128 block=128

// A thread has a row. stats keeps its mean and scale for the backward pass.
extern "C" __global__ void layernorm(const float *x, const float *gamma, const float *beta, float *y, float *stats,
                                     int rows, int cols)
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
    stats[2 * row] = mean;
    stats[2 * row + 1] = scale;
}

// d_x = residual + the gradient through the norm. A thread has a row.
extern "C" __global__ void layernorm_backward(const float *d_y, const float *x, const float *stats, const float *gamma,
                                              const float *residual, float *d_x, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float mean = stats[2 * row], scale = stats[2 * row + 1];
    float sum = 0.0f, product = 0.0f;
    for (int c = 0; c < cols; c++) {
        float d = d_y[row * cols + c] * gamma[c];
        sum += d;
        product += d * (x[row * cols + c] - mean) * scale;
    }
    for (int c = 0; c < cols; c++) {
        float d = d_y[row * cols + c] * gamma[c], normal = (x[row * cols + c] - mean) * scale;
        d_x[row * cols + c] = residual[row * cols + c] + scale * (d - (sum + normal * product) / cols);
    }
}

// The gradients of gamma and beta. A thread has a column.
extern "C" __global__ void norm_weights(const float *d_y, const float *x, const float *stats, float *d_gamma,
                                        float *d_beta, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols)
        return;
    float of_gamma = 0.0f, of_beta = 0.0f;
    for (int r = 0; r < rows; r++) {
        of_gamma += d_y[r * cols + c] * (x[r * cols + c] - stats[2 * r]) * stats[2 * r + 1];
        of_beta += d_y[r * cols + c];
    }
    d_gamma[c] = of_gamma;
    d_beta[c] = of_beta;
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

// c = a * b^T, or c += a * b^T: a is m x k, b is n x k.
extern "C" __global__ void matmul_nt(const float *a, const float *b, float *c, int m, int n, int k, int adds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m * n)
        return;
    int row = i / n, col = i % n;
    float sum = adds ? c[i] : 0.0f;
    for (int s = 0; s < k; s++)
        sum += a[row * k + s] * b[col * k + s];
    c[i] = sum;
}

// c = a^T * b: a is k x m, b is k x n.
extern "C" __global__ void matmul_tn(const float *a, const float *b, float *c, int m, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m * n)
        return;
    int row = i / n, col = i % n;
    float sum = 0.0f;
    for (int s = 0; s < k; s++)
        sum += a[s * m + row] * b[s * n + col];
    c[i] = sum;
}

// out[h][i][j] = scale * dot(a[i], b[j]) for j <= i. Head h begins at column h * dim.
extern "C" __global__ void dots(const float *a, const float *b, float *out, float scale, int heads, int seq, int dim)
{
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index >= heads * seq * seq)
        return;
    int h = index / (seq * seq), i = index / seq % seq, j = index % seq, width = heads * dim;
    if (j > i)
        return;
    float dot = 0.0f;
    for (int d = 0; d < dim; d++)
        dot += a[i * width + h * dim + d] * b[j * width + h * dim + d];
    out[index] = dot * scale;
}

// The first i + 1 scores of row i become probabilities.
extern "C" __global__ void softmax(float *scores, int heads, int seq)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= heads * seq)
        return;
    float *s = scores + (size_t)row * seq;
    int keys = row % seq + 1;
    float largest = -INFINITY;
    float sum = 0.0f;
    for (int j = 0; j < keys; j++)
        largest = fmaxf(largest, s[j]);
    for (int j = 0; j < keys; j++)
        sum += s[j] = expf(s[j] - largest);
    for (int j = 0; j < keys; j++)
        s[j] /= sum;
}

// Gradients of probabilities become gradients of scores, in place.
extern "C" __global__ void softmax_backward(const float *probs, float *d, float scale, int heads, int seq)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= heads * seq)
        return;
    const float *p = probs + (size_t)row * seq;
    float *mine = d + (size_t)row * seq;
    int keys = row % seq + 1;
    float sum = 0.0f;
    for (int j = 0; j < keys; j++)
        sum += p[j] * mine[j];
    for (int j = 0; j < keys; j++)
        mine[j] = p[j] * (mine[j] - sum) * scale;
}

// out[i] = sum over j <= i of p[h][i][j] * b[j]
extern "C" __global__ void mix(const float *p, const float *b, float *out, int heads, int seq, int dim)
{
    int index = blockIdx.x * blockDim.x + threadIdx.x, width = heads * dim;
    if (index >= seq * width)
        return;
    int i = index / width, col = index % width, h = col / dim;
    float sum = 0.0f;
    for (int j = 0; j <= i; j++)
        sum += p[((size_t)h * seq + i) * seq + j] * b[j * width + col];
    out[index] = sum;
}

// out[j] = sum over i >= j of p[h][i][j] * b[i]
extern "C" __global__ void mix_turned(const float *p, const float *b, float *out, int heads, int seq, int dim)
{
    int index = blockIdx.x * blockDim.x + threadIdx.x, width = heads * dim;
    if (index >= seq * width)
        return;
    int j = index / width, col = index % width, h = col / dim;
    float sum = 0.0f;
    for (int i = j; i < seq; i++)
        sum += p[((size_t)h * seq + i) * seq + j] * b[i * width + col];
    out[index] = sum;
}

extern "C" __global__ void gelu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 0.5f * x[i] * (1.0f + erff(x[i] * 0.70710678f));
}

extern "C" __global__ void gelu_backward(const float *x, float *d, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        d[i] *= 0.5f * (1.0f + erff(x[i] * 0.70710678f)) + x[i] * 0.39894228f * expf(-0.5f * x[i] * x[i]);
}

// out is in, turned: out[c][r] = in[r][c].
extern "C" __global__ void transpose(const float *in, float *out, int rows, int cols)
{
    __shared__ float tile[32][33];
    int row = blockIdx.y * 32 + threadIdx.y, col = blockIdx.x * 32 + threadIdx.x;
    for (int i = 0; i < 32; i += 8)
        if (row + i < rows && col < cols)
            tile[threadIdx.y + i][threadIdx.x] = in[(row + i) * cols + col];
    __syncthreads();
    row = blockIdx.x * 32 + threadIdx.y;
    col = blockIdx.y * 32 + threadIdx.x;
    for (int i = 0; i < 32; i += 8)
        if (row + i < cols && col < rows)
            out[(row + i) * rows + col] = tile[threadIdx.x][threadIdx.y + i];
}

extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
