// shared_reverse: the elements of each segment of 256 in reverse order; the last segment may be
// shorter. Half of it is written.
//
//! launch shared_reverse(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void shared_reverse(const float *in, float *out, int n)
{
    __shared__ float tile[256];
    int first = blockIdx.x * 256;
    int count = min(256, n - first); // elements in this segment
    int t = threadIdx.x;

    if (t < count)
        tile[t] = in[first + t];

    // TODO: thread 0 is about to read the place that thread count - 1 fills. Which call makes all
    // threads of the block wait? It must not be inside an `if` that some threads skip.

    // TODO: for count = 5, out gets tile[4], tile[3] .. tile[0]. Which place does thread t read?
    if (t < count)
        out[first + t] = tile[t];
}
