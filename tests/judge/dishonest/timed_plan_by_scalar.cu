//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: a plan that gives the kernel a smaller n at the timed size
//! launch add(a, b, c, min(n,100000)) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
