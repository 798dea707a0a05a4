//? status: unsafe
//? says: from one round to the next
// Tiles of both matrices, without a barrier at the end of a round.
//
//! launch matmul_naive(a, b, c, m, n, k) grid=(n+15)/16,(m+15)/16 block=16,16
extern "C" __global__ void matmul_naive(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    __shared__ float sa[16][16], sb[16][16];
    float sum = 0;
    for (int t = 0; t < k; t += 16) {
        sa[threadIdx.y][threadIdx.x] = row < m && t + threadIdx.x < k ? a[row * k + t + threadIdx.x] : 0.0f;
        sb[threadIdx.y][threadIdx.x] = col < n && t + threadIdx.y < k ? b[(t + threadIdx.y) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 16; i++) sum += sa[threadIdx.y][i] * sb[i][threadIdx.x];
    }
    if (row < m && col < n) c[row * n + col] = sum;
}
