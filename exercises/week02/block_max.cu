// block_max: the largest of each 4096 elements of in. The last block can have fewer.
//
//! launch block_max(in, maxima, n) grid=(n+4095)/4096 block=256

extern "C" __global__ void block_max(const float *in, float *maxima, int n)
{
    // TODO: what is the largest of no elements?
}
