//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: 512 GiB of global memory
__device__ float big[1ull << 37];
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    big[n] = 1;
    c[0] = big[n];
}
