//? status: gate
//? says: Atomic operations on global memory: 1.049 million
// Adds each element to its column by an atomic.
//
//! zero dgamma
//! zero dbeta
//! let blocks = min(rows, 2 * sm_count)
//! launch by_rows(x, dy, gamma, mean, rstd, dx,
//!     dgamma, dbeta, rows, cols) grid=blocks block=512

#define KEPT 8 // columns of one thread: cols is at most 8 * 512

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
                                   const float *rstd, float *dx, float *all_gamma, float *all_beta, int rows, int cols)
{
    float scale[KEPT];
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
            if (inside) {
                atomicAdd(&all_gamma[c], d * hat[k]);
                atomicAdd(&all_beta[c], d);
            }
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
}
