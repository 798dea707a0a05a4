// One atomic for each element.
//
//! zero total
//! launch sum_all(in, total, n) grid=(n+255)/256 block=256

extern "C" __global__ void sum_all(const float *in, float *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(total, in[i]);
}
