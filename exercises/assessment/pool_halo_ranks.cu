// pool_halo_ranks: y[i] = x[i - 1] + x[i] + x[i + 1] of one long array. Rank r has its elements
// from r*n on. Past both ends of the whole array there are zeros.
//
//! launch smooth(peers(x), y, rank, ranks, n) grid=(n+255)/256 block=256

extern "C" __global__ void smooth(const float *const *x, float *y, int rank, int ranks, int n)
{
    // TODO
}
