//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: a graph in a loop over slices
//! let s = (n + 2) / 3
//! for k in 0..3 { graph { launch add(a + min(k*s, n), b + min(k*s, n), c + min(k*s, n), max(0, min(s, n - k*s))) grid=(s+255)/256 block=256 } }
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
