//? exercise: timed_add
//? virtual: wrong
//? cuda: wrong
//? why: half of the grid at the size that is timed
//! launch add(a, b, c, n) grid=min((n+255)/256,40000) block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
