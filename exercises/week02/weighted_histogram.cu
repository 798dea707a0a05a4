// weighted_histogram: counts[b] is the sum of the weights of the values equal to b.
//
//! zero counts
//! launch weighted_histogram(values, weights, counts, n, bins) grid=min((n+1023)/1024,4*sm_count) block=256 shared=4*bins

extern "C" __global__ void weighted_histogram(const int *values, const int *weights, int *counts, int n, int bins)
{
    // TODO
}
