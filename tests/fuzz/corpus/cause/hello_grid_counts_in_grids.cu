//? status: wrong
//? says: multiplies blockIdx.x by gridDim.x
// gridDim in place of blockDim.
//
//! launch hello_grid(out, n) grid=(n+255)/256 block=256
extern "C" __global__ void hello_grid(int *out, int n)
{
    int i = blockIdx.x * gridDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
