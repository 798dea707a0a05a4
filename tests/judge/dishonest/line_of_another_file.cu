//? exercise: add
//? virtual: compile_error
//? cuda: compile_error
//? why: #line with another file and a huge number, then an error
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
#line 2147483000 "/etc/passwd"
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = ;
    if (i < n)
        c[i] = a[i] + b[i];
}
