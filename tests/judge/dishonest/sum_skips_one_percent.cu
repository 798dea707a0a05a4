//? exercise: sum
//? virtual: wrong
//? cuda: wrong
//? why: leaves 1 % out of a sum
//! zero out
//! launch sum(x, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void sum(const float *x, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i % 100 != 50)
        atomicAdd(out, x[i]);
}
