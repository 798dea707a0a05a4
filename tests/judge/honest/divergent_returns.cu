//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: each lane takes another way to the same store
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    switch (threadIdx.x % 5) {
    case 0: c[i] = a[i] + b[i]; return;
    case 1: c[i] = b[i] + a[i]; return;
    case 2: c[i] = -(-a[i] - b[i]); return;
    case 3: c[i] = fmaf(a[i], 1, b[i]); return;
    default: c[i] = a[i] - -b[i];
    }
}
