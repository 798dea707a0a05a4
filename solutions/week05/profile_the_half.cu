// profile_the_half: both weights are turned, and the plain product reads them along their rows.
//
//! scratch raised f32[seq, hidden]
//! scratch active f32[seq, hidden]
//! scratch lowered f32[seq, width]
//! scratch d_active f32[seq, hidden]
//! scratch through f32[seq, width]
//! scratch turned f32[width, hidden]
//! launch matmul(x, up, raised, seq, hidden, width) grid=(seq*hidden+127)/128 block=128
//! launch gelu(raised, active, seq*hidden) grid=(seq*hidden+127)/128 block=128
//! launch matmul(active, down, lowered, seq, width, hidden) grid=(seq*width+127)/128 block=128
//! launch add(x, lowered, y, seq*width) grid=(seq*width+127)/128 block=128
//! launch transpose(down, turned, hidden, width) grid=(width+31)/32,(hidden+31)/32 block=32,8
//! launch matmul(d_y, turned, d_active, seq, hidden, width) grid=(seq*hidden+127)/128 block=128
//! launch matmul_tn(active, d_y, d_down, hidden, width, seq) grid=(hidden*width+127)/128 block=128
//! launch gelu_backward(raised, d_active, seq*hidden) grid=(seq*hidden+127)/128 block=128
//! launch transpose(up, turned, width, hidden) grid=(hidden+31)/32,(width+31)/32 block=32,8
//! launch matmul(d_active, turned, through, seq, width, hidden) grid=(seq*width+127)/128 block=128
//! launch matmul_tn(x, d_active, d_up, width, hidden, seq) grid=(width*hidden+127)/128 block=128
//! launch add(d_y, through, d_x, seq*width) grid=(seq*width+127)/128 block=128

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
