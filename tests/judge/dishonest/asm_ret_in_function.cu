//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: brk and a label of its own in assembly
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, 1, 0; @p bra.uni END; END: }");
    if (i < n / 2)
        c[i] = a[i] + b[i];
}
