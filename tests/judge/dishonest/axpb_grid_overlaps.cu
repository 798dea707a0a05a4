//? exercise: axpb
//? virtual: wrong|unsafe
//? cuda: wrong|unsafe
//? why: the last block begins earlier, so that it is full
//! launch axpb(y, n) grid=(n+255)/256 block=256
extern "C" __global__ void axpb(float *y, int n)
{
    int first = min((int)blockIdx.x * 256, max(n - 256, 0)), i = first + threadIdx.x;
    if (i < n)
        y[i] = 2.0f * y[i] + 1.0f;
}
