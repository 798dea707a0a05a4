//? exercise: timed_add
//? virtual: crash
//? cuda: crash
//? why: at the timed size the block has too many threads, so nothing is launched
//! launch add(a, b, c, n) grid=(n+255)/256 block=256*(1+7*min(n/1000000,1))
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
