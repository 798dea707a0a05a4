//? status: unsafe
//? finding: exited_barrier
//? line: 17
//? says: never reach the barrier at line 17
// Threads without an element leave before the barrier.
//
//! launch shared_reverse(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void shared_reverse(const float *in, float *out, int n)
{
    __shared__ float tile[256];
    int first = blockIdx.x * 256;
    int count = min(256, n - first); // elements in this segment
    int t = threadIdx.x;
    if (t >= count) return;
    tile[t] = in[first+t];
    __syncthreads();
    out[first+t] = tile[count-1-t];
}
