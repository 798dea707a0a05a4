//? param x f32[batch, channels, pixels] in
//? param y f32[batch, pixels, channels] out
//? param batch i32
//? param channels i32
//? param pixels i32
//? case batch=2 channels=35 pixels=70
//! launch nchw_to_nhwc(x, y, channels, pixels) grid=ceil_div(pixels, 32), ceil_div(channels, 32), batch block=32, 8
extern "C" __global__ void nchw_to_nhwc(const float *x, float *y, int channels, int pixels) {}
