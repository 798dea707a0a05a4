//? exercise: matmul
//? virtual: pass
//? cuda: pass
//? why: a tiled product in f32
//! launch matmul(a, b, c, m, n, k) grid=((n+15)/16), ((m+15)/16) block=16, 16
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    __shared__ float left[16][17], right[16][16];
    int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;
    for (int at = 0; at < k; at += 16) {
        left[threadIdx.y][threadIdx.x] = row < m && at + threadIdx.x < k ? a[row * k + at + threadIdx.x] : 0;
        right[threadIdx.y][threadIdx.x] = column < n && at + threadIdx.y < k ? b[(at + threadIdx.y) * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < 16; i++)
            sum += left[threadIdx.y][i] * right[i][threadIdx.x];
        __syncthreads();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}
