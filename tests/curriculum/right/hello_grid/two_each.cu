// Each thread writes two elements, 256 apart.
//
//! launch hello_grid(out, n) grid=(n+511)/512 block=256

extern "C" __global__ void hello_grid(int *out, int n)
{
    int i = blockIdx.x * 512 + threadIdx.x;
    if (i < n)
        out[i] = i;
    if (i + 256 < n)
        out[i + 256] = i + 256;
}
