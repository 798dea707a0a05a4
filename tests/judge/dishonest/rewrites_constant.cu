//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: writes constant memory
__constant__ float table[4] = {1, 2, 3, 4};
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        *(float *)&table[0] = 5;
    if (i < n)
        c[i] = a[i] + b[i];
}
