//? exercise: matmul
//? virtual: pass
//? cuda: pass
//? why: three products of tf32 parts, with all bits of f32
//! launch matmul(a, b, c, m, n, k) grid=(n+15)/16, (m+15)/16 block=16, 16
__device__ float high(float x) { return __uint_as_float(__float_as_uint(x) & 0xffffe000u); }
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= m || col >= n)
        return;
    float big = 0, small = 0;
    for (int i = 0; i < k; i++) {
        float x = a[row * k + i], y = b[i * n + col], xh = high(x), yh = high(y);
        big = fmaf(xh, yh, big);
        small = fmaf(x - xh, yh, fmaf(xh, y - yh, fmaf(x - xh, y - yh, small)));
    }
    c[row * n + col] = big + small;
}
