//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: works from the end
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = n - 1 - (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= 0)
        c[i] = a[i] + b[i];
}
