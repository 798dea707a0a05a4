//? status: gate
//? says: Warp loads from shared memory: 0
// A warp has 32 x 32 elements of c in registers and passes a by shuffles. Nothing is shared.
//
//! launch gemm_tiled(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=32

extern "C" __global__ void gemm_tiled(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32;
    float sum[32] = {}, mine[32];
    for (int first = 0; first < k; first += 32) {
        for (int r = 0; r < 32; r++)
            mine[r] = row + r < m && first + threadIdx.x < k ? a[(row + r) * k + first + threadIdx.x] : 0.0f;
        for (int i = 0; i < 32; i++) {
            float one = first + i < k && col < n ? b[(first + i) * n + col] : 0.0f;
            for (int r = 0; r < 32; r++)
                sum[r] += __shfl_sync(0xffffffffu, mine[r], i) * one;
        }
    }
    for (int r = 0; r < 32; r++)
        if (row + r < m && col < n)
            c[(row + r) * n + col] = sum[r];
}
