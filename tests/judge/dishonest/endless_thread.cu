//? exercise: add
//? virtual: unsafe|timeout
//? cuda: unsafe|timeout
//? why: one thread never ends
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == n - 1)
        while (*(volatile float *)&a[0] < 2)
            ;
    if (i < n)
        c[i] = a[i] + b[i];
}
