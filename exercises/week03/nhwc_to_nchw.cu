// nhwc_to_nchw: in has n images pixel by pixel, with c channels each. out has them plane by plane.
// TODO: contiguous loads and stores through a tile of few channels and many pixels.
//
//! let tall = min(c, 32)
//! let wide = 96 / tall * 32
//! launch turn(in, out, c, h*w, wide) grid=ceil_div(h*w, wide),ceil_div(c, 32),n block=32,8

extern "C" __global__ void turn(const float *in, float *out, int c, int pixels, int wide)
{
}
