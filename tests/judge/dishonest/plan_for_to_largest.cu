//? exercise: add
//? virtual: crash
//? cuda: crash
//? why: a loop that ends at the largest integer
//! for s in 9223372036854775806..9223372036854775807 { launch add(a, b, c, n) grid=(n+255)/256+s block=256 }
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
