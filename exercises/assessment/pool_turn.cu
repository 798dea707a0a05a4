// pool_turn: a picture turned by 90 degrees to the right: out[c][h - 1 - r] = in[r][c].
//
//! launch turn(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void turn(const float *in, float *out, int h, int w)
{
    // TODO
}
