//? exercise: timed_add
//? virtual: pass
//? cuda: pass
//? why: eight launches of a graph, against the clock
//! let s = (n + 7) / 8
//! graph { for k in 0..8 { launch add(a + min(k*s, n), b + min(k*s, n), c + min(k*s, n), max(0, min(s, n - k*s))) grid=(s+255)/256 block=256 } }
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}
