//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: a printf of a width of a thousand million
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    if (threadIdx.x == 0)
        printf("%1000000000d %.*f\n", n, 1000000000, 1.0);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
