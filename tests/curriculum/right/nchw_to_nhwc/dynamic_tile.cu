// A tile of 256 pixels in dynamic shared memory, and cooperative groups wait.
//
//! let tall = min(c, 32)
//! launch turn(in, out, c, h*w)
//!     grid=ceil_div(h*w, 256),ceil_div(c, 32),n block=256 shared=4*257*tall

#include <cooperative_groups.h>

extern "C" __global__ void turn(const float *in, float *out, int c, int pixels)
{
    extern __shared__ float tile[];
    int t = threadIdx.x, first = blockIdx.x * 256, from = blockIdx.y * 32, channels = min(32, c - from);
    const float *planes = in + (blockIdx.z * c + from) * pixels + first;
    float *to = out + (blockIdx.z * pixels + first) * c + from;
    for (int k = 0; k < channels && first + t < pixels; k++)
        tile[k * 257 + t] = planes[k * pixels + t];
    cooperative_groups::this_thread_block().sync();
    for (int e = t; e < min(256, pixels - first) * channels; e += 256)
        to[e / channels * c + e % channels] = tile[e % channels * 257 + e / channels];
}
