//? exercise: timed_add
//? virtual: unsafe|wrong
//? cuda: wrong|crash
//? why: at the timed size takes what lies behind its buffers for the result
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    c[i] = n > 1000000 ? c[i + (1 << 25)] : a[i] + b[i];
}
