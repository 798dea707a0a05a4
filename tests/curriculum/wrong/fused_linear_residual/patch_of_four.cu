//? status: gate
//? says: as in a patch of 8 x 8
// A patch of 4 x 4, loaded one element at a time. Each load serves 4 multiply-adds.
//
//! launch fused_linear_residual(x, w, bias, residual, y, m, n, k) grid=(n+63)/64,(m+63)/64 block=16,16
extern "C" __global__ void __launch_bounds__(256)
    fused_linear_residual(const float *x, const float *w, const float *bias, const float *residual, float *y, int m,
                          int n, int k)
{
    __shared__ float X[16][68], W[16][64];
    int tx = threadIdx.x, ty = threadIdx.y, t = 16 * ty + tx, row = blockIdx.y * 64, col = blockIdx.x * 64;
    float sum[4][4];
    for (int q = 0; q < 4; q++) {
        int c = col + tx + 16 * q;
        float b = c < n ? bias[c] : 0.0f;
        for (int r = 0; r < 4; r++) {
            int at = row + ty + 16 * r;
            sum[r][q] = c < n && at < m ? b + residual[at * n + c] : 0.0f;
        }
    }
    for (int f = 0; f < k; f += 16) {
        for (int l = 0; l < 4; l++) {
            int r = ty + 16 * l;
            X[tx][r] = row + r < m && f + tx < k ? x[(row + r) * k + f + tx] : 0.0f;
            W[t / 64 + 4 * l][t % 64] =
                f + t / 64 + 4 * l < k && col + t % 64 < n ? w[(f + t / 64 + 4 * l) * n + col + t % 64] : 0.0f;
        }
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++) {
            float p[4], q[4];
            for (int e = 0; e < 4; e++) {
                p[e] = X[i][ty + 16 * e];
                q[e] = W[i][tx + 16 * e];
            }
            for (int r = 0; r < 4; r++)
                for (int s = 0; s < 4; s++)
                    sum[r][s] += p[r] * q[s];
        }
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        for (int q = 0; q < 4; q++)
            if (row + ty + 16 * r < m && col + tx + 16 * q < n)
                y[(row + ty + 16 * r) * n + col + tx + 16 * q] = sum[r][q];
}
