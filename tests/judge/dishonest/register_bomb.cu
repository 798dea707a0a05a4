//? exercise: add
//? virtual: compile_error|crash|wrong|unsafe
//? cuda: compile_error|crash|wrong|unsafe
//? why: declares a thousand million registers
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    asm volatile("{ .reg .b32 many<1000000000>; mov.b32 many999999999, 1; }");
    if (i < n)
        c[i] = a[i] + b[i];
}
