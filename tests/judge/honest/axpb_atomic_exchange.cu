//? exercise: axpb
//? virtual: pass
//? cuda: pass
//? why: takes and puts by atomicExch
//! launch axpb(y, n) grid=(n+255)/256 block=256
extern "C" __global__ void axpb(float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicExch(y + i, 2 * atomicExch(y + i, 0.f) + 1);
}
