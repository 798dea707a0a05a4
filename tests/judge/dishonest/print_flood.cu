//? exercise: add
//? virtual: timeout
//? cuda: timeout
//? why: prints without end
//? tier: stress
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 1000000000; k++)
        printf("%d %d all work and no play makes jack a dull boy\n", i, k);
    if (i < n)
        c[i] = a[i] + b[i];
}
