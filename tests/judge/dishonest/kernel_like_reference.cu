//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: a kernel with the name that the reference has
//! launch add_reference(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add_reference(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = b[i];
}
