// Four columns in each load, and two blocks on each SM.
//
//! let blocks = min(rows, 2 * sm_count)
//! scratch gammas f32[blocks, cols]
//! scratch betas f32[blocks, cols]
//! launch by_rows(x, dy, gamma, mean, rstd, dx,
//!     gammas, betas, rows, cols) grid=blocks block=512
//! launch add_parts(gammas, betas, dgamma, dbeta, blocks, cols) grid=(cols+31)/32 block=32,8

#define THREADS 512
#define KEPT 2 // float4 of one thread: cols is at most 4 * KEPT * THREADS

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

// Four neighbours from column c on, 0 beyond the row. Rows of other widths are not aligned.
__device__ float4 four(const float *row, int c, int cols)
{
    if (cols % 4 == 0)
        return c < cols ? *(const float4 *)(row + c) : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    return make_float4(c < cols ? row[c] : 0.0f, c + 1 < cols ? row[c + 1] : 0.0f, c + 2 < cols ? row[c + 2] : 0.0f,
                       c + 3 < cols ? row[c + 3] : 0.0f);
}

__device__ void put_four(float *row, int c, int cols, float4 v)
{
    if (cols % 4 == 0 && c < cols)
        *(float4 *)(row + c) = v;
    for (int j = 0; j < 4 && cols % 4 != 0; j++)
        if (c + j < cols)
            row[c + j] = (&v.x)[j];
}

extern "C" __global__ void __launch_bounds__(THREADS)
    by_rows(const float *x, const float *dy, const float *gamma, const float *mean, const float *rstd, float *dx,
            float *gammas, float *betas, int rows, int cols)
{
    float4 dgamma[KEPT], dbeta[KEPT], scale[KEPT], next_x[KEPT], next_dy[KEPT];
#pragma unroll
    for (int k = 0; k < KEPT; k++) {
        int c = 4 * (threadIdx.x + k * THREADS);
        dgamma[k] = dbeta[k] = make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        scale[k] = four(gamma, c, cols);
        next_x[k] = four(x + (size_t)blockIdx.x * cols, c, cols);
        next_dy[k] = four(dy + (size_t)blockIdx.x * cols, c, cols);
    }
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        float center = mean[r], spread = rstd[r];
        float4 hat[KEPT], g[KEPT];
        float2 sums = make_float2(0.0f, 0.0f);
#pragma unroll
        for (int k = 0; k < KEPT; k++) {
#pragma unroll
            for (int j = 0; j < 4; j++) {
                float d = (&next_dy[k].x)[j];
                float h = ((&next_x[k].x)[j] - center) * spread;
                float gj = d * (&scale[k].x)[j];
                (&dgamma[k].x)[j] += d * h;
                (&dbeta[k].x)[j] += d;
                (&hat[k].x)[j] = h;
                (&g[k].x)[j] = gj;
                sums.x += gj;
                sums.y += gj * h;
            }
        }
        size_t next = (size_t)min(r + (int)gridDim.x, rows - 1) * cols;
#pragma unroll
        for (int k = 0; k < KEPT; k++) {
            int c = 4 * (threadIdx.x + k * THREADS);
            next_x[k] = four(x + next, c, cols);
            next_dy[k] = four(dy + next, c, cols);
        }
        sums = block_sums(sums);
        sums.x /= cols;
        sums.y /= cols;
#pragma unroll
        for (int k = 0; k < KEPT; k++) {
            float4 out;
#pragma unroll
            for (int j = 0; j < 4; j++)
                (&out.x)[j] = spread * ((&g[k].x)[j] - sums.x - (&hat[k].x)[j] * sums.y);
            put_four(dx + (size_t)r * cols, 4 * (threadIdx.x + k * THREADS), cols, out);
        }
    }
#pragma unroll
    for (int k = 0; k < KEPT; k++) {
        int c = 4 * (threadIdx.x + k * THREADS);
        put_four(gammas + (size_t)blockIdx.x * cols, c, cols, dgamma[k]);
        put_four(betas + (size_t)blockIdx.x * cols, c, cols, dbeta[k]);
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
