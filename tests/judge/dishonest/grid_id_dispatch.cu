//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: right in the first launches only, by the number of the grid
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long grid;
    asm volatile("mov.u64 %0, %%gridid;" : "=l"(grid));
    if (i < n && grid < 3)
        c[i] = a[i] + b[i];
}
