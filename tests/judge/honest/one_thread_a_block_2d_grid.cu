//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: a grid of two dimensions of blocks of one thread
//! launch add(a, b, c, n) grid=7,(n+6)/7 block=1
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    (void)i;
    int k = blockIdx.y * gridDim.x + blockIdx.x;
    if (k < n)
        c[k] = a[k] + b[k];
}
