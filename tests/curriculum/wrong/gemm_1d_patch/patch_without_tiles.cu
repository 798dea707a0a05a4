//? status: gate
//? says: Warp loads from shared memory: 0
// Patches of 8 x 8 straight from global memory.
//
//! launch gemm_1d_patch(a, b, c, m, n, k) grid=(n+127)/128,(m+127)/128 block=16,16

extern "C" __global__ void gemm_1d_patch(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * 128 + threadIdx.x, row = blockIdx.y * 128 + threadIdx.y;
    float sum[8][8] = {};
    for (int i = 0; i < k; i++) {
        float right[8];
        for (int q = 0; q < 8; q++)
            right[q] = col + 16 * q < n ? b[i * n + col + 16 * q] : 0.0f;
        for (int r = 0; r < 8; r++) {
            float left = row + 16 * r < m ? a[(row + 16 * r) * k + i] : 0.0f;
            for (int q = 0; q < 8; q++)
                sum[r][q] += left * right[q];
        }
    }
    for (int r = 0; r < 8; r++)
        for (int q = 0; q < 8; q++)
            if (row + 16 * r < m && col + 16 * q < n)
                c[(row + 16 * r) * n + col + 16 * q] = sum[r][q];
}
