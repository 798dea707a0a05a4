// dilated_conv1d: out[i] is the sum over k = 0 .. 16 of weights[k] * in[i + 4 * (k - 8)].
// TODO: weights in constant memory, elements in a tile with a halo. How wide is it?
//
//! launch dilated_conv1d(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void dilated_conv1d(const float *in, float *out, int n)
{
}
