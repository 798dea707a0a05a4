//? exercise: add
//? virtual: timeout
//? cuda: timeout
//? why: an endless loop in assembly
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    asm volatile("{ L: bra L; }");
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
