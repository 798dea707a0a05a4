//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: memory of the heap, given back
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float *p = (float *)malloc(8);
    if (!p)
        return;
    p[0] = i < n ? a[i] : 0;
    p[1] = i < n ? b[i] : 0;
    if (i < n)
        c[i] = p[0] + p[1];
    free(p);
}
