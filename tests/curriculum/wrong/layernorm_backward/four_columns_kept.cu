//? status: unsafe
//? says: Line 8 passes gammas to by_rows. Does it run in this case, and write each element
// A thread keeps four columns, which are 2048 of a row.
//
//! let blocks = min(rows, 2 * sm_count)
//! scratch gammas f32[blocks, cols]
//! scratch betas f32[blocks, cols]
//! launch by_rows(x, dy, gamma, mean, rstd, dx,
//!     gammas, betas, rows, cols) grid=blocks block=512
//! launch add_parts(gammas, betas, dgamma, dbeta, blocks, cols) grid=(cols+31)/32 block=32,8

#define KEPT 4 // columns of one thread: cols is at most 8 * 512

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
                                   const float *rstd, float *dx, float *gammas, float *betas, int rows, int cols)
{
    float dgamma[KEPT] = {0.0f}, dbeta[KEPT] = {0.0f}, scale[KEPT];
#pragma unroll
    for (int k = 0; k < KEPT; k++) {
        int c = threadIdx.x + k * 512;
        scale[k] = c < cols ? gamma[c] : 0.0f;
    }
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        size_t first = (size_t)r * cols;
        float center = mean[r], spread = rstd[r];
        float hat[KEPT], g[KEPT];
        float2 sums = make_float2(0.0f, 0.0f);
#pragma unroll
        for (int k = 0; k < KEPT; k++) {
            int c = threadIdx.x + k * 512;
            bool inside = c < cols;
            float d = inside ? dy[first + c] : 0.0f;
            hat[k] = inside ? (x[first + c] - center) * spread : 0.0f;
            g[k] = d * scale[k];
            dgamma[k] += d * hat[k];
            dbeta[k] += d;
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
#pragma unroll
    for (int k = 0; k < KEPT; k++) {
        int c = threadIdx.x + k * 512;
        if (c < cols) {
            gammas[(size_t)blockIdx.x * cols + c] = dgamma[k];
            betas[(size_t)blockIdx.x * cols + c] = dbeta[k];
        }
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
