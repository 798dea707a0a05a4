//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: one warp loads, the others compute, by named barriers
//! launch add(a, b, c, n) grid=(n+95)/96 block=128
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    __shared__ float ta[96], tb[96];
    int base = blockIdx.x * 96;
    if (threadIdx.x >= 96) {
        for (int k = threadIdx.x - 96; k < 96; k += 32) {
            ta[k] = base + k < n ? a[base + k] : 0;
            tb[k] = base + k < n ? b[base + k] : 0;
        }
        asm volatile("bar.arrive 1, 128;" ::: "memory");
        return;
    }
    asm volatile("bar.sync 1, 128;" ::: "memory");
    int i = base + threadIdx.x;
    if (i < n)
        c[i] = ta[threadIdx.x] + tb[threadIdx.x];
}
