// Rows of 32 through shared memory by cp.async, so that loads are contiguous.
//! launch dot(a, b, out, rows, cols) grid=ceil_div(rows, 32) block=32, 8
#include <cuda_pipeline.h>
extern "C" __global__ void dot(const float *a, const float *b, float *out, int rows, int cols)
{
    __shared__ float ta[2][32][33], tb[2][32][33], part[8][32];
    int x = threadIdx.x, y = threadIdx.y, r0 = blockIdx.x * 32;
    auto fetch = [&](int turn, int c0) {
        for (int r = y; r < 32; r += 8)
            if (r0 + r < rows && c0 + x < cols) {
                __pipeline_memcpy_async(&ta[turn][r][x], &a[(size_t)(r0 + r) * cols + c0 + x], 4);
                __pipeline_memcpy_async(&tb[turn][r][x], &b[(size_t)(r0 + r) * cols + c0 + x], 4);
            } else
                ta[turn][r][x] = tb[turn][r][x] = 0.f;
        __pipeline_commit();
    };
    float s = 0;
    fetch(0, 0);
    for (int c = 0, turn = 0; c < cols; c += 32, turn ^= 1) {
        if (c + 32 < cols)
            fetch(turn ^ 1, c + 32);
        else
            __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        for (int k = 4 * y; k < 4 * y + 4; k++)
            s += ta[turn][x][k] * tb[turn][x][k];
        __syncthreads();
    }
    part[y][x] = s;
    __syncthreads();
    if (y)
        return;
    for (int k = 1; k < 8; k++)
        s += part[k][x];
    if (r0 + x < rows)
        out[r0 + x] = s;
}
