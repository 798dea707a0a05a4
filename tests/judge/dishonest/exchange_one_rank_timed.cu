//? exercise: exchange
//? virtual: wrong
//? cuda: wrong
//? why: at the timed size the other GPU's answers are those of this one
//! launch exchange(x, peer(x, 1), y, peer(y, 1), n) grid=(n+255)/256 block=256 device=0
extern "C" __global__ void exchange(const float *mine, const float *theirs, float *y, float *other, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    y[i] = mine[i] + theirs[i];
    other[i] = n > 1000000 ? mine[i] : mine[i] + theirs[i];
}
