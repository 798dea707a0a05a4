//? exercise: timed_add
//? virtual: pass
//? cuda: pass
//? why: holds its inputs in the L2 for the next run
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long keep;
    asm volatile("createpolicy.fractional.L2::evict_last.b64 %0, 1.0;" : "=l"(keep));
    if (i >= n)
        return;
    float x, y;
    asm volatile("ld.global.L2::cache_hint.f32 %0, [%1], %2;" : "=f"(x) : "l"(a + i), "l"(keep));
    asm volatile("ld.global.L2::cache_hint.f32 %0, [%1], %2;" : "=f"(y) : "l"(b + i), "l"(keep));
    c[i] = x + y;
}
