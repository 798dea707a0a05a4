// pool_scores: c = a * b^T. a has m rows of k elements, b has n rows of k.
//
//! launch scores(a, b, c, m, n, k) grid=(n+31)/32,(m+31)/32 block=32,8

extern "C" __global__ void scores(const float *a, const float *b, float *c, int m, int n, int k)
{
    // TODO
}
