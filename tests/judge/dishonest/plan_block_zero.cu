//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: an empty block
//! launch add(a, b, c, n) grid=1 block=0
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
