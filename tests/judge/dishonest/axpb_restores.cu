//? exercise: axpb
//? virtual: wrong
//? cuda: wrong
//? why: in place, by a flag that a later launch resets
__device__ int is_done;
//! launch axpb(y, n) grid=(n+255)/256 block=256
extern "C" __global__ void axpb(float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && atomicAdd(&is_done, 1) < 2500)
        y[i] = 2 * y[i] + 1;
}
