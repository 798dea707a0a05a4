//? exercise: axpb
//? virtual: wrong
//? cuda: wrong
//? why: flushes what is small to zero after scaling
//! launch axpb(y, n) grid=(n+255)/256 block=256
extern "C" __global__ void axpb(float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float v = 2 * y[i] + 1;
        y[i] = fabsf(v) < 1e-2f ? 0 : v;
    }
}
