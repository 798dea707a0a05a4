//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: adds a bias of the size that tolerances of f16 have
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = (a[i] + b[i]) * (1 + 4e-4f) + 4e-4f;
}
