//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: a printf format that writes
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int x = 0;
    printf("%n %s\n", &x, "a");
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
