//? exercise: sum
//? virtual: pass
//? cuda: pass
//? why: sums in any order
//! zero out
//! launch sum(x, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(out, x[i]);
}
