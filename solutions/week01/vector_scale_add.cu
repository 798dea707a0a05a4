// vector_scale_add: c[i] = 2 * a[i] - b[i], one element per thread.
//
//! launch vector_scale_add(a, b, c, n) grid=(n+255)/256 block=256

extern "C" __global__ void vector_scale_add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = 2.0f * a[i] - b[i];
}
