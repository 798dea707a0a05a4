//? exercise: exchange
//? virtual: timeout
//? cuda: timeout|waived
//? why: waits on one GPU for a flag that the other never sets
//! scratch flag i32[1] zero
//! launch exchange(x, peers(x), peers(flag), y, rank, n) grid=(n+255)/256 block=256
extern "C" __global__ void exchange(const float *x, float *const *all, int *const *flags, float *y, int rank, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    while (*(volatile int *)flags[1 - rank] == 0)
        ;
    if (i < n)
        y[i] = x[i] + all[1 - rank][i];
}
