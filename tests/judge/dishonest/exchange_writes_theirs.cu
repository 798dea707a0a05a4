//? exercise: exchange
//? virtual: unsafe|wrong
//? cuda: unsafe|wrong
//? why: puts its own numbers into the other GPU's input
//! launch give(x, peer(x, 1 - rank), n) grid=(n+255)/256 block=256 device=0
//! launch exchange(x, peer(x, 1 - rank), y, n) grid=(n+255)/256 block=256
extern "C" __global__ void give(const float *mine, float *theirs, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        theirs[i] = mine[i];
}
extern "C" __global__ void exchange(const float *mine, const float *theirs, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = mine[i] + theirs[i];
}
