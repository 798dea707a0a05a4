//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: works for multiples of 4 only
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && n % 4 == 0)
        c[i] = a[i] + b[i];
}
