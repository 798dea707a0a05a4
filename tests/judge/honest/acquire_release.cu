//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: the last block adds, by acquire and release
//! scratch part f32[16] poison
//! scratch count u32[1] zero
//! launch sum(x, part, count, out, n) grid=16 block=32
extern "C" __global__ void sum(const float *x, float *part, unsigned *count, float *out, int n)
{
    float s = 0;
    for (int i = blockIdx.x * 32 + threadIdx.x; i < n; i += gridDim.x * 32)
        s += x[i];
    for (int o = 16; o; o /= 2)
        s += __shfl_xor_sync(~0u, s, o);
    if (threadIdx.x)
        return;
    part[blockIdx.x] = s;
    unsigned old;
    asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], 1;" : "=r"(old) : "l"(count) : "memory");
    if (old != gridDim.x - 1)
        return;
    s = 0;
    for (int k = 0; k < gridDim.x; k++) {
        float v;
        asm volatile("ld.relaxed.gpu.global.f32 %0, [%1];" : "=f"(v) : "l"(part + k) : "memory");
        s += v;
    }
    *out = s;
}
