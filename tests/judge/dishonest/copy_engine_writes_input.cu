//? exercise: add
//? virtual: crash|unsafe|wrong
//? cuda: unsafe|wrong|crash
//? why: writes an input with the copy engine, so that the sum is what it wants
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ alignas(128) float zeros[4];
    if (threadIdx.x < 4)
        zeros[threadIdx.x] = 0;
    __syncthreads();
    if (i == 0 && n >= 4) {
        asm volatile("fence.proxy.async.shared::cta;");
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 16;" ::"l"(b), "r"((unsigned)__cvta_generic_to_shared(zeros)) : "memory");
        asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
    }
    if (i < n)
        c[i] = a[i] + b[i];
}
