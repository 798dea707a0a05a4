//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: misaligned wide access
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n / 2)
        *(float2 *)((char *)c + 4 + 8 * i) = *(const float2 *)(a + 2 * i);
}
