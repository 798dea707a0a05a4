//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: a launch for each eighth
//! for s in 0..8 {
//! launch add(a, b, c, n, s*((n+7)/8), (s+1)*((n+7)/8)) grid=((n+7)/8+63)/64 block=64
//! }
extern "C" __global__ void add(const float *a, const float *b, float *c, int n, int start, int end)
{
    int i = start + blockIdx.x * blockDim.x + threadIdx.x;
    if (i < end && i < n)
        c[i] = a[i] + b[i];
}
