//? params:
//?   - {name: x, type: f32, shape: [rows, cols], role: in, init: "normal(0, 1)"}
//?   - {name: dy, type: f32, shape: [rows, cols], role: in, init: "uniform(-1, 1)"}
//?   - {name: gamma, type: f32, shape: [cols], role: in, init: "uniform(0.5, 1.5)"}
//?   - {name: mean, type: f32, shape: [rows], role: in, init: "uniform(-0.2, 0.2)"}
//?   - {name: rstd, type: f32, shape: [rows], role: in, init: "uniform(0.8, 1.25)"}
//?   - {name: dx, type: f32, shape: [rows, cols], role: out}
//?   - {name: rows, type: i32}
//?   - {name: cols, type: i32}
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
