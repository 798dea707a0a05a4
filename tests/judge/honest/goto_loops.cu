//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: goto in place of loops
//! launch add(a, b, c, n) grid=3 block=64
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int k = i;
again:
    if (k >= n)
        goto out;
    c[k] = a[k] + b[k];
    k += gridDim.x * blockDim.x;
    goto again;
out:
    return;
}
