// One index for the elements of c, and the type as a parameter.
//
//! launch matmul_naive<float>(a, b, c, m, n, k) grid=(m*n+255)/256 block=256

template <typename T> __global__ void matmul_naive(const T *a, const T *b, T *c, int m, int n, int k)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= m * n)
        return;
    const T *left = a + (size_t)(at / n) * k, *right = b + at % n;
    T sum = 0;
    for (int i = 0; i < k; i++, right += n)
        sum += left[i] * *right;
    c[at] = sum;
}
