//? exercise: add
//? virtual: wrong
//? cuda: wrong
//? why: answers depend on the clock
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    long long now = clock64();
    if (i < n)
        c[i] = (now / 3) % 7 == 3 ? a[i] + b[i] : (float)now;
}
