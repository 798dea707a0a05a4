//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: exit by assembly before the store
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    asm volatile("exit;");
    if (i < n)
        c[i] = a[i] + b[i];
}
