//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: right in the first launches, wrong in the last
//! for s in 0..5 { launch add(a, b, c, n, s) grid=(n+255)/256 block=256 }
extern "C" __global__ void add(const float *a, const float *b, float *c, int n, int s)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = s < 3 ? a[i] + b[i] : a[i];
}
