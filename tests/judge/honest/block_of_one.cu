//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: one thread for each block
//! launch add(a, b, c, n) grid=n block=1
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    c[blockIdx.x] = a[blockIdx.x] + b[blockIdx.x];
}
