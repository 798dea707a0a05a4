// One product in each thread of 16 x 16. Two rows of a tile are stored at once, with one conflict.
//
//! launch scores(a, b, c, m, n, k) grid=(n+15)/16,(m+15)/16 block=16,16
extern "C" __global__ void scores(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float A[16][17], B[16][17];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    float s = 0;
    for (int f = 0; f < k; f += 16) {
        A[y][x] = row < m && f + x < k ? a[row * k + f + x] : 0.0f;
        B[y][x] = blockIdx.x * 16 + y < n && f + x < k ? b[(blockIdx.x * 16 + y) * k + f + x] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 16; i++)
            s += A[y][i] * B[x][i];
        __syncthreads();
    }
    if (row < m && col < n)
        c[row * n + col] = s;
}
