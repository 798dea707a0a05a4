// Few blocks, which step over the array.
//
//! launch hello_grid(out, n) grid=8 block=128

extern "C" __global__ void hello_grid(int *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = i;
}
