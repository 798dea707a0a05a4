//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: copies asynchronously in two stages
//! launch add(a, b, c, n) grid=(n+511)/512 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    __shared__ alignas(16) float t[2][256];
    int base = blockIdx.x * 512;
    for (int s = 0; s < 2; s++) {
        int i = base + s * 256 + threadIdx.x;
        unsigned to = (unsigned)__cvta_generic_to_shared(&t[s][threadIdx.x]);
        if (i < n)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(to), "l"(a + i) : "memory");
        asm volatile("cp.async.commit_group;" ::: "memory");
    }
    asm volatile("cp.async.wait_group 1;" ::: "memory");
    int i = base + threadIdx.x;
    if (i < n)
        c[i] = t[0][threadIdx.x] + b[i];
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    i += 256;
    if (i < n)
        c[i] = t[1][threadIdx.x] + b[i];
}
