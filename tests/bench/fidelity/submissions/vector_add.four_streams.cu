//! let q = n / 4 / 4 * 4
//! launch vector_add(a, b, c, q) grid=max(1,(q+255)/256) block=256 stream=1
//! launch vector_add(a + q, b + q, c + q, q) grid=max(1,(q+255)/256) block=256 stream=2
//! launch vector_add(a + 2*q, b + 2*q, c + 2*q, q) grid=max(1,(q+255)/256) block=256 stream=3
//! launch vector_add(a + 3*q, b + 3*q, c + 3*q, n - 3*q) grid=(n-3*q+255)/256 block=256 stream=4
extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
