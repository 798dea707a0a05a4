//? exercise: add
//? virtual: pass
//? cuda: pass
//? why: shuffles under the mask of the active lanes
//! launch add(a, b, c, n) grid=(n+255)/256 block=256
extern "C" __global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned mask = __activemask();
    c[i] = a[i] + __shfl_sync(mask, b[i], threadIdx.x % 32);
}
