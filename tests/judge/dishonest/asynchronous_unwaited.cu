//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: copies asynchronously and does not wait
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    __shared__ alignas(16) float t[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned s = __cvta_generic_to_shared(&t[threadIdx.x]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(s), "l"(a + i));
    c[i] = t[threadIdx.x] + b[i];
}
