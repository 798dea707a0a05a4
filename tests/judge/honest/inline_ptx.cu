//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: inline PTX
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x, y, z;
    asm volatile("ld.global.nc.f32 %0, [%1];" : "=f"(x) : "l"(a + i));
    asm volatile("ld.global.f32 %0, [%1];" : "=f"(y) : "l"(b + i));
    asm("add.rn.f32 %0, %1, %2;" : "=f"(z) : "f"(x), "f"(y));
    asm volatile("st.global.f32 [%0], %1;" ::"l"(c + i), "f"(z) : "memory");
}
