//! launch matmul(a, b, c, m, n, k) grid=(n+15)/16, (m+15)/16 block=16, 16
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int m, int n, int k)
{
    /* TODO */
}
