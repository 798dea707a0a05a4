//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: at the timed size a bias of 1e-4
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i] + (n > 1000000 ? 1e-4f : 0);
}
