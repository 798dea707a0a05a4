//? status: wrong
//? says: Only element 0 of out is written in case n = 
// One store for each block: the other threads leave their elements.
//
//! launch hello_block(out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hello_block(int *out, int n)
{
    if (threadIdx.x == 0)
        out[blockIdx.x] = blockIdx.x;
}
