//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: blocks beyond the first that a GPU holds do nothing
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (blockIdx.x >= 132 * 8)
        return;
    c[i] = a[i] + b[i];
}
