//? exercise: exchange
//? virtual: unsafe
//? cuda: unsafe
//? why: writes into the table of addresses
//! launch exchange(x, peers(x), y, rank, n) grid=(n+255)/256 block=256
extern "C" __global__ void exchange(const float *x, float **all, float *y, int rank, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i == 0)
        all[1 - rank] = y;
    if (i < n)
        y[i] = x[i] + all[1 - rank][i];
}
