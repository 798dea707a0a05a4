//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: reads beyond a local array
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float mine[4] = {0, 1, 2, 3};
    if (i < n)
        c[i] = a[i] + b[i] + 0 * mine[(i & 7) + n / 100000];
}
