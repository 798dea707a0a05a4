// Sums of the columns in shared memory, added to dgamma by atomics at the end.
//! zero dgamma
//! launch back(x, dy, gamma, rstd, dx, dgamma, rows, cols) grid=min(rows, sm_count/2) block=1024 shared=4*cols
extern "C" __global__ void back(const float *x, const float *dy, const float *gamma, const float *rstd, float *dx,
                                float *dgamma, int rows, int cols)
{
    extern __shared__ float sums[];
    __shared__ float parts[32], mean;
    int t = threadIdx.x;
    for (int c = t; c < cols; c += 1024)
        sums[c] = 0;
    for (int r = blockIdx.x; r < rows; r += gridDim.x) {
        float k = rstd[r], s = 0, hat[4], g[4];
#pragma unroll
        for (int j = 0; j < 4; j++) {
            int c = t + 1024 * j;
            hat[j] = g[j] = 0;
            if (c < cols) {
                float d = dy[(size_t)r * cols + c];
                hat[j] = x[(size_t)r * cols + c] * k, g[j] = d * gamma[c];
                sums[c] += d * hat[j];
                s += g[j] * hat[j];
            }
        }
        for (int d = 16; d; d /= 2)
            s += __shfl_down_sync(~0u, s, d);
        if (t % 32 == 0)
            parts[t / 32] = s;
        __syncthreads();
        if (t < 32) {
            s = parts[t];
            for (int d = 16; d; d /= 2)
                s += __shfl_down_sync(~0u, s, d);
            if (t == 0)
                mean = s / cols;
        }
        __syncthreads();
#pragma unroll
        for (int j = 0; j < 4; j++)
            if (t + 1024 * j < cols)
                dx[(size_t)r * cols + t + 1024 * j] = k * (g[j] - hat[j] * mean);
    }
    for (int c = t; c < cols; c += 1024)
        atomicAdd(dgamma + c, sums[c]);
}
