//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: the address of an input on a rank that does not exist
//! launch add(peer(a, 5), b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
