//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: declares blocks of 64 threads and is launched with 256
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void __block_size__((64, 1, 1)) add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
