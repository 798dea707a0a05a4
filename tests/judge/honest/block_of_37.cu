//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: an odd block
//! launch add(a, b, c, n) grid=(n+36)/37 block=37
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
