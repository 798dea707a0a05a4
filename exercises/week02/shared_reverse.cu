// shared_reverse: each segment of 256 elements in reverse order. The last one can be shorter.
//
//! launch shared_reverse(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void shared_reverse(const float *in, float *out, int n)
{
    __shared__ float tile[256];
    int first = blockIdx.x * 256;
    int count = min(256, n - first); // elements in this segment
    int t = threadIdx.x;
    // TODO: fill the tile, wait for all threads of the block, write the tile backwards.
}
