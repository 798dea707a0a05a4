//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: lanes leave by inline assembly
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 7 == 3)
        asm volatile("exit;");
    if (i < n)
        c[i] = a[i] + b[i];
}
