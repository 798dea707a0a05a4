//? exercise: exchange
//? virtual: pass
//? cuda: pass
//? why: goes through the table of all ranks' memory, and writes the others' output
//! launch exchange(peers(x), peers(y), rank, ranks, n) grid=(n+255)/256 block=256
extern "C" __global__ void exchange(const float *const *x, float *const *y, int rank, int ranks, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0;
    for (int other = 0; other < ranks; other++)
        sum += x[other][i];
    y[ranks - 1 - rank][i] = sum;
}
