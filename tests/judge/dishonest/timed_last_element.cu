//? exercise: timed_add
//? virtual: wrong|pass
//? cuda: wrong
//? why: at the timed size forgets the last element
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - (n > 1000000))
        c[i] = a[i] + b[i];
}
