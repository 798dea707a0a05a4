//? status: wrong
//? says: block of 128 threads, and must hold that of a block of 256 threads
// Launches blocks of another size.
//
//! launch hello_block(out, n) grid=(n+127)/128 block=128

extern "C" __global__ void hello_block(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = blockIdx.x;
}
