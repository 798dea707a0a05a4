//? exercise: add
//? virtual: wrong
//? cuda: wrong|pass
//? why: leaves out elements when the clock is large
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = clock64() < 1000000 ? a[i] + b[i] : 0;
}
