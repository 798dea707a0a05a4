// nchw_to_nhwc: in has n images of c planes with h x w pixels. out has the same elements pixel by
// pixel, the c channels of one pixel side by side. This kernel is right, with stores c apart.
// TODO: a tile whose shape follows the matrix: few channels, many pixels.
//
//! launch turn(in, out, c, h*w, n*c*h*w) grid=ceil_div(n*c*h*w, 256) block=256

extern "C" __global__ void turn(const float *in, float *out, int c, int pixels, int all)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= all)
        return;
    int p = i % pixels, k = i / pixels % c, image = i / pixels / c;
    out[(image * pixels + p) * c + k] = in[i];
}
