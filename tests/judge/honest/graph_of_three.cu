//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: three launches in a graph
//! graph {
//! launch add(a, b, c, n, 0) grid=(n+255)/256 block=256
//! launch add(a, b, c, n, 1) grid=(n+255)/256 block=256
//! launch add(a, b, c, n, 2) grid=(n+255)/256 block=256
//! }
extern "C" __global__ void add(const float *a, const float *b, float *c, int n, int part)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i % 3 == part)
        c[i] = a[i] + b[i];
}
