//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: promises blocks of 32 threads and is launched with 256
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void __launch_bounds__(32) add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
