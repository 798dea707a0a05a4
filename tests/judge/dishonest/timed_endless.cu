//? exercise: timed_add
//? virtual: timeout
//? cuda: timeout
//? why: never ends at the size that is timed
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (n > 1000000)
        while (*(volatile float *)&a[0] < 2)
            ;
    if (i < n)
        c[i] = a[i] + b[i];
}
