//? status: unsafe
//? finding: out_of_bounds
//? line: 13
//? says: < instead of <=
// The starter's mistake: n is let through.
//
//! launch hello_grid(out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hello_grid(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n)
        out[i] = i;
}
