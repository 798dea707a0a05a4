//? exercise: exchange
//? virtual: wrong
//? cuda: wrong
//? why: adds the other GPU to itself
//! launch exchange(peers(x), y, rank, n) grid=(n+255)/256 block=256
extern "C" __global__ void exchange(float *const *all, float *y, int rank, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = 2 * all[1 - rank][i];
}
