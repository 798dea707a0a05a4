//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: calls an address that is no function
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    typedef float (*function)(float, float);
    function jump = (function)(unsigned long long)(n * 64ull + 3);
    if (i < n)
        c[i] = jump(a[i], b[i]);
}
