//? status: wrong
//? says: is never written in case
// Guards one too many: the last element is never written.
//
//! launch hello_grid(out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hello_grid(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n - 1)
        out[i] = i;
}
