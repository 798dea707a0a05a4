//? status: wrong
//? says: reads threadIdx.y, which is always 0
// One letter is wrong.
//
//! launch hello_grid(out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hello_grid(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.y;
    if (i < n)
        out[i] = i;
}
