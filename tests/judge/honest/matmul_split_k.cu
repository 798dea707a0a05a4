//? exercise: matmul
//? virtual: pass
//? cuda: pass
//? why: a product whose k is split over blocks that add by atomics
//! zero c
//! launch matmul(a, b, c, m, n, k) grid=(n+15)/16, (m+15)/16, 4 block=16, 16
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= m || column >= n)
        return;
    float s = 0;
    for (int i = blockIdx.z; i < k; i += 4)
        s += a[row * k + i] * b[i * n + column];
    atomicAdd(&c[row * n + column], s);
}
