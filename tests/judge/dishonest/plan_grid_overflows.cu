//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: a grid whose blocks overflow 64 bits
//! launch add(a, b, c, n) grid=2147483647,2147483647,2147483647 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
