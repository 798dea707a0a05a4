//? exercise: exchange
//? virtual: pass
//? cuda: pass
//? why: one GPU computes both answers and writes into the other
//! launch exchange(x, peer(x, 1), y, peer(y, 1), n) grid=(n+255)/256 block=256 device=0
extern "C" __global__ void exchange(const float *mine, const float *theirs, float *y, float *other, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = other[i] = mine[i] + theirs[i];
}
