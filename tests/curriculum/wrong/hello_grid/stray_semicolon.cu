//? status: unsafe
//? says: ends the `if` there
// A ; ends the guard, so every thread stores.
//
//! launch hello_grid(out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hello_grid(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n);
        out[i] = i;
}
