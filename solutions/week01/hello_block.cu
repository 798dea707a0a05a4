// hello_block: every thread writes the number of its block, i / 256.
//
//! launch hello_block(out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hello_block(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = blockIdx.x;
}
