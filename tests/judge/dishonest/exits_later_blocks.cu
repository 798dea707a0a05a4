//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: ends the blocks from the fourth on by an instruction of its own
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x >= 3)
        asm volatile("exit;");
    if (i < n)
        c[i] = a[i] + b[i];
}
