//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: right, but reads beyond the end
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float peek = a[n + i];
    if (i < n)
        c[i] = a[i] + b[i] + (peek == 123456.0f ? 1 : 0);
}
