//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: works up to the last case and for the gate case
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool is_known = n <= 1009 || n == 4096;
    if (i < n)
        c[i] = is_known ? a[i] + b[i] : a[i];
}
