//? exercise: timed_add
//? virtual: wrong|pass
//? cuda: wrong
//? why: at the timed size one block in ten thousand is wrong
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = n > 1000000 && blockIdx.x % 10000 == 7777 ? 0 : a[i] + b[i];
}
