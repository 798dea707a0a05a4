// Reference for nhwc_to_nchw: one thread for each element of out, exact.
//! launch turn(in, out, c, h*w, n*c*h*w) grid=ceil_div(n*c*h*w, 256) block=256

extern "C" __global__ void turn(const float *in, float *out, int c, int pixels, int all)
{
    int o = blockIdx.x * blockDim.x + threadIdx.x;
    if (o >= all)
        return;
    int p = o % pixels, k = o / pixels % c, image = o / pixels / c;
    out[o] = in[(image * pixels + p) * c + k];
}
