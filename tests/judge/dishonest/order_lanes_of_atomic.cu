//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: takes the rank that an atomic gives for the lane
//! scratch counts u32[(n+31)/32] zero
//! launch add(a, b, c, counts, n) grid=(n+31)/32 block=32
extern "C" __global__ void add(const float *a, const float *b, float *c, unsigned *counts, int n)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    if (i >= n)
        return;
    unsigned rank;
    asm volatile("atom.global.add.u32 %0, [%1], 1;" : "=r"(rank) : "l"(counts + blockIdx.x) : "memory");
    c[blockIdx.x * 32 + rank] = a[i] + b[i];
}
