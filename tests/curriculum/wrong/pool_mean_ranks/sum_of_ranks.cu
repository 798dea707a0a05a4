//? status: wrong
//? says: matches this slip: The output is the sum over the ranks.
// Does not divide.
//
//! let part = ceil_div(n, ranks)
//! launch mean(peers(x), y, rank, ranks, part, n) grid=(part+255)/256 block=256
//! launch fetch(peers(y), rank, ranks, part, n) grid=(part+255)/256 block=256

extern "C" __global__ void mean(const float *const *x, float *y, int rank, int ranks, int part, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, at = rank * part + i;
    if (i >= part || at >= n)
        return;
    float sum = 0.0f;
    for (int r = 0; r < ranks; r++)
        sum += x[(rank + r) % ranks][at];
    y[at] = sum;
}

extern "C" __global__ void fetch(float *const *y, int rank, int ranks, int part, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= part)
        return;
    for (int r = 1; r < ranks; r++) {
        int from = (rank + r) % ranks, at = from * part + i;
        if (at < n)
            y[rank][at] = y[from][at];
    }
}
