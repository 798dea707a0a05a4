//? status: gate
//? says: loads 1.5x as many
// One thread for each element of out. Its loads come from c planes.
//
//! launch turn(in, out, c, h*w, n*c*h*w) grid=ceil_div(n*c*h*w, 256) block=256

extern "C" __global__ void turn(const float *in, float *out, int c, int pixels, int all)
{
    int o = blockIdx.x * blockDim.x + threadIdx.x;
    if (o >= all)
        return;
    int k = o % c, p = o / c % pixels, image = o / c / pixels;
    out[o] = in[(image * c + k) * pixels + p];
}
