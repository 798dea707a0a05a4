// Reference for pool_turn: one thread for each element.
//
//! launch turn_reference(in, out, h, w) grid=(w+31)/32,h block=32

extern "C" __global__ void turn_reference(const float *in, float *out, int h, int w)
{
    int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y;
    if (c < w)
        out[c * h + h - 1 - r] = in[r * w + c];
}
