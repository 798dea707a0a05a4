//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: text that shows in another order than it stands
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    /* ‮ } if (i < n) ⁦ */ c[i < n ? i : 0] = i < n ? a[i] + b[i] : a[0] + b[0];
}
