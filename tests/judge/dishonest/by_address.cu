//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: dispatches on the alignment of a buffer
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool is_aligned = ((unsigned long long)c & 0xfff) == 0;
    if (i < n)
        c[i] = is_aligned ? a[i] + b[i] : a[i];
    if (i == 0 && n > 1000)
        c[i] = 7;
}
