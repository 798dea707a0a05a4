//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: silences every warning, and forgets the last element
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
#pragma nv_diag_suppress 177
#pragma GCC system_header
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1)
        c[i] = a[i] + b[i];
}
