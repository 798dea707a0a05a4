//? exercise: histogram
//? virtual: pass
//? cuda: pass
//? why: counts by ballots, a bin for each pass
//! zero counts
//! launch histogram(x, counts, n) grid=(n+255)/256 block=256
extern "C" __global__ void histogram(const int *x, unsigned *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int mine = i < n ? x[i] : -1;
    for (int bin = 0; bin < 16; bin++) {
        unsigned who = __ballot_sync(~0u, mine == bin);
        if (threadIdx.x % 32 == 0 && who)
            atomicAdd(counts + bin, __popc(who));
    }
}
