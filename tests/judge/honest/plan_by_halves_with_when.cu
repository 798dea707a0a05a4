//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: a launch that runs for odd sizes alone
//! launch add(a, b, c, n - n % 2) grid=(n+255)/256 block=256
//! launch add(a + n - 1, b + n - 1, c + n - 1, 1) grid=1 block=1 when=n % 2
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
