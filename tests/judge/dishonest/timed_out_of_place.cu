//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: at the timed size block b writes what belongs to block b ^ 1
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int k = n > 1000000 ? i ^ 256 : i;
    if (i < n)
        c[k] = a[i] + b[i];
}
