//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: sleeps a little before it stores
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __nanosleep(20 + threadIdx.x % 7);
    if (i < n)
        c[i] = a[i] + b[i];
}
