//? status: unsafe
//? finding: exited_barrier
//? line: 16
//? says: never reach the barrier at line 16
// The barrier is inside the branch that ends the kernel.
//
//! launch shared_reverse(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void shared_reverse(const float *in, float *out, int n)
{
    __shared__ float tile[256];
    int first = blockIdx.x * 256;
    int count = min(256, n - first); // elements in this segment
    int t = threadIdx.x;
    if (t < count) { tile[t] = in[first+t];
    __syncthreads();
    out[first+t] = tile[count-1-t]; }
}
