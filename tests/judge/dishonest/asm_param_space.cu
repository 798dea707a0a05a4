//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: reads the argument block beyond its end
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x;
    asm volatile("ld.param.u32 %0, [add_param_3 + 64];" : "=r"(x));
    if (i < n)
        c[i] = x;
}
