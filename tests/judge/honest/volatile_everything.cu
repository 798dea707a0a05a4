//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: volatile pointers and variables
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    volatile int k = i;
    if (k < n) {
        volatile float x = ((const volatile float *)a)[k];
        ((volatile float *)c)[k] = x + b[k];
    }
}
