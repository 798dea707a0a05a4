//? status: unsafe
//? finding: out_of_bounds
//? says: threadIdx.x runs to 31, and ta ends at 15 there
// A tile of 16 x 16, in a plan of 32 x 32 threads.
//
//! launch gemm_tiled(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,32
#define BS 16

extern "C" __global__ void gemm_tiled(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float ta[BS][BS], tb[BS][BS];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * BS + x, row = blockIdx.y * BS + y;
    float sum = 0.0f;
    for (int first = 0; first < k; first += BS) {
        ta[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0.0f;
        tb[y][x] = col < n && first + y < k ? b[(first + y) * n + col] : 0.0f;
        __syncthreads();
        for (int i = 0; i < BS; i++)
            sum += ta[y][i] * tb[i][x];
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = sum;
}
