// Reference for vector_scale_add: c = 2a - b in f32.
//
//! launch vector_scale_add_reference(a, b, c, n) grid=(n+255)/256 block=256

extern "C" __global__ void vector_scale_add_reference(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = 2.0f * a[i] - b[i];
}
