// pool_column_sum: out[c] = sum over all rows of in[r][c].
//
//! launch column_sum(in, out, h, w) grid=w block=1

extern "C" __global__ void column_sum(const float *in, float *out, int h, int w)
{
    // TODO
}
