// Reference for hello_grid: out[i] = i.
//! launch hello_grid_reference(out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hello_grid_reference(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}
