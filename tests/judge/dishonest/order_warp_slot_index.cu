//? exercise: add
//? virtual: wrong|unsafe|crash
//? cuda: wrong|unsafe|crash|pass
//? why: takes the slot of a warp on its SM for its number in the block
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    unsigned slot;
    asm volatile("mov.u32 %0, %%warpid;" : "=r"(slot));
    int i = blockIdx.x * blockDim.x + slot * 32 + threadIdx.x % 32;
    if (i < n)
        c[i] = a[i] + b[i];
}
