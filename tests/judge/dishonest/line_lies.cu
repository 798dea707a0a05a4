//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: #line lies about where a fault is
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#line 2147483647 "/etc/passwd"
    c[i + 1000000000ll] = a[i];
#line 1 "\033[2J"
}
