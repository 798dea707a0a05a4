//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: uses memory of the heap after giving it back
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float *p = (float *)malloc(16);
    if (!p)
        return;
    p[0] = i < n ? a[i] + b[i] : 0;
    free(p);
    if (i < n)
        c[i] = p[0];
}
