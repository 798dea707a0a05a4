//? status: wrong
//? says: every element from 256 on
// Forgets the block: every block writes the first 256 elements.
//
//! launch hello_grid(out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hello_grid(int *out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = i;
}
