//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: every second warp of the timed launch copies
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (gridDim.x > 1000 && threadIdx.x / 32 % 2) {
        c[i] = a[i];
        return;
    }
    c[i] = a[i] + b[i];
}
