//? exercise: add
//? virtual: unsafe
//? cuda: unsafe
//? why: makes const nothing, to write its inputs
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
#define const
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        a[i] = 0;
        c[i] = 0;
    }
}
