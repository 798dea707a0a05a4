//? status: wrong
//? says: The last, partial block of out is wrong
// The number of a thread in its block never reaches 256.
//
//! launch hello_block(out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hello_block(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = threadIdx.x / 256;
}
