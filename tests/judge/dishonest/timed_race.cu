//? exercise: timed_add
//? virtual: wrong|pass
//? cuda: wrong|pass
//? why: at the timed size each block writes its neighbour's first element
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    c[i] = a[i] + b[i];
    if (n > 1000000 && threadIdx.x == 0 && i + 256 < n)
        c[i + 256] = 0;
}
