//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: a thousand times as many blocks as needed
//! launch add(a, b, c, n) grid=(n+255)/256+2000 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
