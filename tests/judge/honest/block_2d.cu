//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: a block of two dimensions
//! launch add(a, b, c, n) grid=(n+127)/128 block=16, 8
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * 128 + threadIdx.y * 16 + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
