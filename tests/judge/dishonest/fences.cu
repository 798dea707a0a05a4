//? exercise: add
//? virtual: timeout
//? cuda: timeout
//? why: a fence after each of a million steps
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    for (int k = 0; k < 3000000; k++)
        __threadfence_system();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
