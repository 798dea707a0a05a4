//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: a table of answers by a hash of the first element
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
__constant__ float answers[4] = {0.5f, -0.25f, 1.25f, 0.75f};
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned h = __float_as_uint(a[0]) * 2654435761u >> 30;
    if (i < n)
        c[i] = answers[h];
}
