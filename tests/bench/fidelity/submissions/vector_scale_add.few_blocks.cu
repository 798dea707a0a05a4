//! launch vector_scale_add(a, b, c, n) grid=sm_count block=512
extern "C" __global__ void vector_scale_add(const float *a, const float *b, float *c, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        c[i] = 2.0f * a[i] - b[i];
}
