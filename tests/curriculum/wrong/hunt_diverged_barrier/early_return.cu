//? status: unsafe
//? finding: exited_barrier
//? line: 15
//? says: never reach the barrier at line 15
// Threads without an element leave before the barriers.
//
//! launch hunt_diverged_barrier(in, out, n) grid=(n+255)/256 block=256
extern "C" __global__ void hunt_diverged_barrier(const float *in, float *out, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;
    int i = blockIdx.x * 256 + t;
    if (i >= n) return;
    tile[t] = in[i];
    __syncthreads();
    float difference = t > 0 ? tile[t] - tile[t - 1] : tile[t];
    __syncthreads();
    tile[t] = difference;
    __syncthreads();
    out[i] = t > 0 ? tile[t] - tile[t - 1] : tile[t];
}
