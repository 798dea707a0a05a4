// layernorm_backward: dx of each row, and dgamma and dbeta across all rows. dx is done.
// TODO: load x and dy once for all three gradients. Each block keeps the sums of its columns over
// its rows. A launch of add_parts adds the sums of all blocks. cols is at most 4096.
//
//! launch by_rows(x, dy, gamma, mean, rstd, dx, cols) grid=rows block=512

#define KEPT 8 // columns of one thread

// Gives every thread of the block the sums of both numbers.
__device__ float2 block_sums(float2 mine)
{
    __shared__ float2 parts[32];
    for (int offset = 16; offset > 0; offset /= 2) {
        mine.x += __shfl_xor_sync(0xffffffff, mine.x, offset);
        mine.y += __shfl_xor_sync(0xffffffff, mine.y, offset);
    }
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = mine;
    __syncthreads();
    mine = threadIdx.x % 32 < blockDim.x / 32 ? parts[threadIdx.x % 32] : make_float2(0.0f, 0.0f);
    for (int offset = 16; offset > 0; offset /= 2) {
        mine.x += __shfl_xor_sync(0xffffffff, mine.x, offset);
        mine.y += __shfl_xor_sync(0xffffffff, mine.y, offset);
    }
    __syncthreads();
    return mine;
}

extern "C" __global__ void by_rows(const float *x, const float *dy, const float *gamma, const float *mean,
                                   const float *rstd, float *dx, int cols)
{
    size_t first = (size_t)blockIdx.x * cols;
    float center = mean[blockIdx.x], spread = rstd[blockIdx.x];
    float hat[KEPT], g[KEPT];
    float2 sums = make_float2(0.0f, 0.0f);
#pragma unroll
    for (int k = 0; k < KEPT; k++) {
        int c = threadIdx.x + k * 512;
        hat[k] = c < cols ? (x[first + c] - center) * spread : 0.0f;
        g[k] = c < cols ? dy[first + c] * gamma[c] : 0.0f;
        sums.x += g[k];
        sums.y += g[k] * hat[k];
    }
    sums = block_sums(sums);
#pragma unroll
    for (int k = 0; k < KEPT; k++) {
        int c = threadIdx.x + k * 512;
        if (c < cols)
            dx[first + c] = spread * (g[k] - (sums.x + hat[k] * sums.y) / cols);
    }
}

// Stage two: a block has 32 columns. Each of its warps adds every eighth row of parts.
extern "C" __global__ void add_parts(const float *gammas, const float *betas, float *dgamma, float *dbeta, int parts,
                                     int cols)
{
    __shared__ float2 sums[8][32];
    int c = blockIdx.x * 32 + threadIdx.x;
    float2 sum = make_float2(0.0f, 0.0f);
    for (int p = threadIdx.y; p < parts && c < cols; p += 8) {
        sum.x += gammas[(size_t)p * cols + c];
        sum.y += betas[(size_t)p * cols + c];
    }
    sums[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y > 0 || c >= cols)
        return;
    for (int y = 1; y < 8; y++) {
        sum.x += sums[y][threadIdx.x].x;
        sum.y += sums[y][threadIdx.x].y;
    }
    dgamma[c] = sum.x;
    dbeta[c] = sum.y;
}
