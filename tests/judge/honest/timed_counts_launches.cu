//? exercise: timed_add
//? virtual: pass
//? cuda: pass
//? why: keeps a count of its launches in the module, for nobody
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
__device__ unsigned launches;
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        launches = launches + 1;
    if (i < n)
        c[i] = a[i] + b[i];
}
