//! launch transpose(in, out, h, w) grid=(h+31)/32,(w+7)/8 block=32,8
extern "C" __global__ void transpose(const float *in, float *out, int h, int w)
{
}
