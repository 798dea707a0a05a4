// transpose_scaled: out[c*h + r] = in[r*w + c] * scale[r].
// TODO: loads and stores are contiguous, and the scale is loaded once for each row of the tile.
//
//! launch transpose_scaled(in, scale, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void transpose_scaled(const float *in, const float *scale, float *out, int h, int w)
{
}
