//? exercise: axpb
//? virtual: pass
//? cuda: pass
//? why: constant memory and a fused multiply-add
//! launch axpb(y, n) grid=(n+255)/256 block=256
__constant__ float factors[2] = {2.0f, 1.0f};
extern "C" __global__ void axpb(float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = fmaf(factors[0], y[i], factors[1]);
}
