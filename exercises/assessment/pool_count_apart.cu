// pool_count_apart: apart[0] = how many elements of got are not close to wanted.
//
//! zero apart
//! launch count_apart(got, wanted, apart, absolute, relative, n) grid=(n+255)/256 block=256

extern "C" __global__ void count_apart(const float *got, const float *wanted, int *apart, float absolute, float relative,
                                       int n)
{
    // TODO: NaN is close to NaN only, and an infinity to the same infinity only.
}
