// Reference for the block with both halves side by side: one kernel per operation, in f64.
//
//! let width = heads*dim
//! scratch normed f64[seq, width]
//! scratch q f64[seq, width]
//! scratch k f64[seq, width]
//! scratch v f64[seq, width]
//! scratch weights f64[heads, seq, seq]
//! scratch mixed f64[seq, width]
//! scratch middle f64[seq, width]
//! scratch active f64[seq, hidden]
//! launch norm<float>(x, gamma1, beta1, normed, seq, width) grid=seq block=32
//! launch product<PLAIN, float, double>(normed, wq, x, q, seq, width, width) grid=(seq*width+127)/128 block=128
//! launch product<PLAIN, float, double>(normed, wk, x, k, seq, width, width) grid=(seq*width+127)/128 block=128
//! launch product<PLAIN, float, double>(normed, wv, x, v, seq, width, width) grid=(seq*width+127)/128 block=128
//! launch mix(q, k, v, weights, mixed, heads, seq, dim) grid=seq,heads block=32
//! launch product<ADDED, float, double>(mixed, wo, x, middle, seq, width, width) grid=(seq*width+127)/128 block=128
//! launch product<ACTIVE, double, double>(normed, up, middle, active, seq, hidden, width) grid=(seq*hidden+127)/128 block=128
//! launch product<ADDED, double, float>(active, down, middle, y, seq, width, hidden) grid=(seq*width+127)/128 block=128

enum after { PLAIN, ADDED, ACTIVE };

__device__ double warp_sum(double value)
{
    for (int offset = 16; offset > 0; offset /= 2)
        value += __shfl_xor_sync(0xffffffff, value, offset);
    return value;
}

template <class From>
__global__ void norm(const From *x, const float *gamma, const float *beta, double *y, int rows, int cols)
{
    const From *in = x + (size_t)blockIdx.x * cols;
    double sum = 0.0, squares = 0.0;
    for (int c = threadIdx.x; c < cols; c += 32)
        sum += in[c];
    double mean = warp_sum(sum) / cols;
    for (int c = threadIdx.x; c < cols; c += 32)
        squares += (in[c] - mean) * (in[c] - mean);
    double scale = 1.0 / sqrt(warp_sum(squares) / cols + 1e-5);
    for (int c = threadIdx.x; c < cols; c += 32)
        y[(size_t)blockIdx.x * cols + c] = (in[c] - mean) * scale * gamma[c] + beta[c];
}

template <after WHAT, class Residual, class To>
__global__ void product(const double *a, const float *b, const Residual *residual, To *c, int m, int n, int k)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= m * n)
        return;
    int row = i / n, col = i % n;
    double sum = WHAT == ADDED ? (double)residual[i] : 0.0;
    for (int s = 0; s < k; s++)
        sum += a[(size_t)row * k + s] * b[(size_t)s * n + col];
    c[i] = (To)(WHAT == ACTIVE ? 0.5 * sum * (1.0 + erf(sum * 0.70710678118654752)) : sum);
}

// One warp for each query of each head.
__global__ void mix(const double *q, const double *k, const double *v, double *scores, double *mixed, int heads, int seq,
                    int dim)
{
    int i = blockIdx.x, h = blockIdx.y, width = heads * dim;
    double *row = scores + ((size_t)h * seq + i) * seq;
    double largest = -INFINITY, sum = 0.0;
    for (int j = threadIdx.x; j <= i; j += 32) {
        double dot = 0.0;
        for (int d = h * dim; d < h * dim + dim; d++)
            dot += q[(size_t)i * width + d] * k[(size_t)j * width + d];
        row[j] = dot / sqrt((double)dim);
        largest = fmax(largest, row[j]);
    }
    for (int offset = 16; offset > 0; offset /= 2)
        largest = fmax(largest, __shfl_xor_sync(0xffffffff, largest, offset));
    for (int j = threadIdx.x; j <= i; j += 32) {
        row[j] = exp(row[j] - largest);
        sum += row[j];
    }
    sum = warp_sum(sum);
    __syncthreads();
    for (int d = h * dim + threadIdx.x; d < h * dim + dim; d += 32) {
        double value = 0.0;
        for (int j = 0; j <= i; j++)
            value += row[j] * v[(size_t)j * width + d];
        mixed[(size_t)i * width + d] = value / sum;
    }
}
