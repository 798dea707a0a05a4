//? status: unsafe
//? finding: out_of_bounds
//? line: 11
//? says: a bounds check is missing
// Forgets the guard: the last block writes past the end.
//
//! launch hello_grid(out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hello_grid(int *out, int n)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x * blockDim.x + threadIdx.x;
}
