//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: a comment holds the byte 0xff, which is no UTF-8: ÿ
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x; // ÿ
    if (i < n)
        c[i] = a[i] + b[i];
}
