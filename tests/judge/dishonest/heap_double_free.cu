//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: gives memory of the heap back twice
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float *p = (float *)malloc(16);
    free(p);
    free(p);
    if (i < n)
        c[i] = a[i] + b[i];
}
