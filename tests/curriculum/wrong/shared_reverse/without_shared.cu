//? status: gate
//? says: Warp loads from shared memory
// Reads backwards from memory: right, and without the technique.
//
//! launch shared_reverse(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void shared_reverse(const float *in, float *out, int n)
{
    int first = blockIdx.x * 256;
    int count = min(256, n - first);
    int t = threadIdx.x;
    if (t < count)
        out[first + t] = in[first + count - 1 - t];
}
