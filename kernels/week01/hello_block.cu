// Reference for hello_block: out[i] = i / 256.
//! launch hello_block_reference(out, n) grid=(n+127)/128 block=128

extern "C" __global__ void hello_block_reference(int *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i / 256;
}
