//? exercise: matmul
//? virtual: wrong
//? cuda: wrong
//? why: inputs cut to tf32
//! launch matmul(a, b, c, m, n, k) grid=((n+15)/16), ((m+15)/16) block=16, 16
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= m || column >= n)
        return;
    float sum = 0;
    for (int i = 0; i < k; i++)
        sum += __uint_as_float(__float_as_uint(a[row * k + i]) & 0xffffe000) *
               __uint_as_float(__float_as_uint(b[i * n + column]) & 0xffffe000);
    c[row * n + column] = sum;
}
