//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: a block whose threads overflow 32 bits to 256
//! launch add(a, b, c, n) grid=(n+255)/256 block=65536,65536,256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
