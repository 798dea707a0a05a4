//? exercise: timed_matmul
//? virtual: wrong
//? cuda: wrong
//? why: at the timed size one long block in eight does nothing
//! launch matmul(a, b, c, m, n, k) grid=(n+15)/16, (m+15)/16 block=16, 16
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    if (m > 500 && blockIdx.x % 8 == 3)
        return;
    int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= m || column >= n)
        return;
    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * n + column];
    c[row * n + column] = sum;
}
