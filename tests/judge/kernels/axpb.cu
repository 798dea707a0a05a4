//! launch axpb(y, n) grid=(n+255)/256 block=256
extern "C" __global__ void axpb(float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2.0f * y[i] + 1.0f;
}
