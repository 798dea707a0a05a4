// top_k_mask: the k largest of each group of 256 stay, all others become minus infinity.
// TODO: negative elements need a key too. Of equal elements the first stay.
//
//! launch top_k_mask(x, out, n, k) grid=(n+255)/256 block=256

extern "C" __global__ void top_k_mask(const float *x, float *out, int n, int k)
{
}
