// The tile of a holds alpha * a, and the sums begin with beta * c.
//! launch wide(a, b, c, m, n, k, alpha, beta) grid=ceil_div(n, 128), ceil_div(m, 64) block=256
#include <cuda_pipeline.h>
extern "C" __global__ void __launch_bounds__(256)
    wide(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int m, int n, int k,
         float alpha, float beta)
{
    __shared__ __align__(16) float ta[2][8][68], tb[2][8][128];
    const int t = threadIdx.x, tx = t & 31, ty = t >> 5, r0 = blockIdx.y * 64, c0 = blockIdx.x * 128;
    const bool wide_b = n % 4 == 0, wide_a = k % 4 == 0;
    float acc[8][4];
#pragma unroll
    for (int i = 0; i < 8; i++) {
        int r = r0 + 8 * ty + i, col = c0 + 4 * tx;
        if (r < m && col < n && wide_b) {
            float4 o = *(const float4 *)(c + r * n + col);
            acc[i][0] = beta * o.x, acc[i][1] = beta * o.y, acc[i][2] = beta * o.z, acc[i][3] = beta * o.w;
        } else
#pragma unroll
            for (int j = 0; j < 4; j++)
                acc[i][j] = r < m && col + j < n ? beta * c[r * n + col + j] : 0;
    }
    auto fill = [&](int turn, int f) {
        if (t < 128) {
            int r = t / 2, i = t % 2 * 4;
            float4 v = {};
            if (r0 + r < m && f + i < k) {
                const float *p = a + (r0 + r) * k + f + i;
                if (wide_a)
                    v = *(const float4 *)p;
                else {
                    v.x = p[0];
                    if (f + i + 1 < k)
                        v.y = p[1];
                    if (f + i + 2 < k)
                        v.z = p[2];
                    if (f + i + 3 < k)
                        v.w = p[3];
                }
            }
            ta[turn][i][r] = alpha * v.x, ta[turn][i + 1][r] = alpha * v.y;
            ta[turn][i + 2][r] = alpha * v.z, ta[turn][i + 3][r] = alpha * v.w;
        }
        float *to = &tb[turn][ty][4 * tx];
        const float *p = b + (f + ty) * n + c0 + 4 * tx;
        if (wide_b && f + ty < k && c0 + 4 * tx < n)
            __pipeline_memcpy_async(to, p, 16);
        else
            for (int j = 0; j < 4; j++)
                to[j] = f + ty < k && c0 + 4 * tx + j < n ? p[j] : 0;
        __pipeline_commit();
    };
    fill(0, 0);
    int turn = 0;
    for (int f = 0; f < k; f += 8, turn ^= 1) {
        if (f + 8 < k)
            fill(turn ^ 1, f + 8);
        else
            __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 8; i++) {
            float4 w = *(float4 *)&tb[turn][i][4 * tx], u = *(float4 *)&ta[turn][i][8 * ty],
                   v = *(float4 *)&ta[turn][i][8 * ty + 4];
            const float x[8] = {u.x, u.y, u.z, u.w, v.x, v.y, v.z, v.w};
#pragma unroll
            for (int r = 0; r < 8; r++)
                acc[r][0] += x[r] * w.x, acc[r][1] += x[r] * w.y, acc[r][2] += x[r] * w.z, acc[r][3] += x[r] * w.w;
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; i++) {
        int r = r0 + 8 * ty + i, col = c0 + 4 * tx;
        if (r >= m || col >= n)
            continue;
        if (wide_b)
            *(float4 *)(c + r * n + col) = make_float4(acc[i][0], acc[i][1], acc[i][2], acc[i][3]);
        else
#pragma unroll
            for (int j = 0; j < 4; j++)
                if (col + j < n)
                    c[r * n + col + j] = acc[i][j];
    }
}
