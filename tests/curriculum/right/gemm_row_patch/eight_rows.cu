// A block of 8 rows, with the sums in variables of their own.
//
//! launch gemm_row_patch(a, b, c, m, n, k) grid=(n+255)/256,(m+7)/8 block=32,8
extern "C" __global__ void gemm_row_patch(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float A[8][32], B[32][256];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 8 + y, c0 = blockIdx.x * 256;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0, s4 = 0, s5 = 0, s6 = 0, s7 = 0;
    for (int t = 0; t < k; t += 32) {
        A[y][x] = row < m && t + x < k ? a[row * k + t + x] : 0;
        for (int r = y; r < 32; r += 8)
            for (int q = x; q < 256; q += 32)
                B[r][q] = t + r < k && c0 + q < n ? b[(t + r) * n + c0 + q] : 0;
        __syncthreads();
        for (int i = 0; i < 32; i++) {
            float v = A[y][i];
            const float *w = &B[i][x];
            s0 += v * w[0];
            s1 += v * w[32];
            s2 += v * w[64];
            s3 += v * w[96];
            s4 += v * w[128];
            s5 += v * w[160];
            s6 += v * w[192];
            s7 += v * w[224];
        }
        __syncthreads();
    }
    if (row >= m)
        return;
    float *o = c + row * n + c0 + x;
    int left = n - c0 - x;
    if (left > 0)
        o[0] = s0;
    if (left > 32)
        o[32] = s1;
    if (left > 64)
        o[64] = s2;
    if (left > 96)
        o[96] = s3;
    if (left > 128)
        o[128] = s4;
    if (left > 160)
        o[160] = s5;
    if (left > 192)
        o[192] = s6;
    if (left > 224)
        o[224] = s7;
}
