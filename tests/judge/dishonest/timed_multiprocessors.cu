//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: writes nothing on the multiprocessors after the hundredth
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s;
    asm volatile("mov.u32 %0, %smid;" : "=r"(s));
    if (i < n && s < 100)
        c[i] = a[i] + b[i];
}
