//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: walks the address space from a rounded pointer
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *at = (const float *)(((unsigned long long)c & ~0xffffffull) + 0x10000);
    if (i < n)
        c[i] = at[i];
}
