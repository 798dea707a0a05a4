//! launch vector_add(a, b, c, n) grid=(n+4095)/4096 block=256
extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 16;
    for (int i = first; i < min(first + 16, n); i++)
        c[i] = a[i] + b[i];
}
