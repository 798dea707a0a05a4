//? exercise: exchange
//? virtual: wrong
//? cuda: wrong
//? why: leaves the second GPU out
//! launch exchange(x, peers(x), y, rank, n) grid=(n+255)/256 block=256 when=rank==0
extern "C" __global__ void exchange(const float *x, float *const *all, float *y, int rank, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = x[i] + all[1 - rank][i];
}
