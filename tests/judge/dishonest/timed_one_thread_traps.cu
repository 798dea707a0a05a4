//? exercise: timed_add
//? virtual: pass|unsafe
//? cuda: crash
//? why: at the timed size traps in one thread of one block
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (n > 1000000 && i == 7654321)
        asm volatile("trap;");
    if (i >= n)
        return;
    c[i] = a[i] + b[i];
}
