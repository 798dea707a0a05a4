// One block does all.
//
//! launch vector_add(a, b, c, n) grid=1 block=256

extern "C" __global__ void vector_add(const float *a, const float *b, float *c, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        c[i] = a[i] + b[i];
}
