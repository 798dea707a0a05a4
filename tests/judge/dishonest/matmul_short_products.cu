//? exercise: matmul
//? virtual: wrong
//? cuda: wrong
//? why: keeps eleven bits of every product
//! launch matmul(a, b, c, m, n, k) grid=(n+15)/16,(m+15)/16 block=16,16
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (col >= n || row >= m)
        return;
    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += __uint_as_float(__float_as_uint(a[row * k + i] * b[i * n + col]) & 0xfffff000);
    c[row * n + col] = sum;
}
