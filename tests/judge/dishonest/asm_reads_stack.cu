//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: local memory beyond its frame by assembly
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x;
    asm volatile("{ .local .align 4 .b32 t[1]; ld.local.f32 %0, [t + 4096]; }" : "=f"(x));
    if (i < n)
        c[i] = x;
}
