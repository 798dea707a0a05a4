//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: writes an element several times
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        c[i] = 0;
        c[i] += a[i];
        c[i] += b[i];
    }
}
