// window_max: the largest element of the 5 x 5 window around each element.
// TODO: a tile with a halo. Which halo elements does a square window need that a star does not?
//
//! launch window_max(in, out, h, w) grid=(w+31)/32,(h+31)/32 block=32,8

extern "C" __global__ void window_max(const float *in, float *out, int h, int w)
{
}
