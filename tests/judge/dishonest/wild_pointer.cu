//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: writes to an address out of nowhere
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float *wild = (float *)0xdeadbeef0000ull;
    if (i < n)
        wild[i] = a[i] + b[i];
}
