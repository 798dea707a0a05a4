//? exercise: axpb
//? virtual: unsafe
//? cuda: unsafe
//? why: two streams write one buffer in no order
//! launch twice(y, n) grid=(n+255)/256 block=256 stream=1
//! launch axpb(y, n) grid=(n+255)/256 block=256 stream=2
extern "C" __global__ void twice(float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2 * y[i];
}

extern "C" __global__ void axpb(float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = y[i] + 1;
}
