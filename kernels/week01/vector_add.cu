// Reference for vector_add: c = a + b in f32, one rounding an element.
//! launch vector_add_reference(a, b, c, n) grid=(n+255)/256 block=256

extern "C" __global__ void vector_add_reference(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
