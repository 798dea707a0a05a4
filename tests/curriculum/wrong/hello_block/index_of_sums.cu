//? status: unsafe
//? finding: race_write_write
//? line: 13
//? says: Each element must belong to one thread
// Adds the three parts of the index.
//
//! launch hello_block(out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hello_block(int *out, int n)
{
    int i = blockIdx.x + blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = blockIdx.x;
}
