// pool_row_max_abs: out[r] = the largest |in[r][c]| of row r. One block has one row.
//
//! launch row_max_abs(in, out, h, w) grid=h block=256

extern "C" __global__ void row_max_abs(const float *in, float *out, int h, int w)
{
    // TODO
}
