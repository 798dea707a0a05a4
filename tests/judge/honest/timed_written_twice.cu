//? exercise: timed_add
//? virtual: pass
//? cuda: pass
//? why: writes a draft first, in the same kernel, against the clock
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        c[i] = a[i];
        c[i] = a[i] + b[i];
    }
}
