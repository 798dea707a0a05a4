//? status: wrong
//? says: got
// Reads the left neighbour from memory, also across segments.
//
//! launch hunt_diverged_barrier(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_diverged_barrier(const float *in, float *out, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;
    int i = blockIdx.x * 256 + t;
    float difference = 0.0f;
    if (i < n)
        difference = i > 0 ? in[i] - in[i - 1] : in[i];
    __syncthreads();
    tile[t] = difference;
    __syncthreads();
    if (i < n)
        out[i] = t > 0 ? tile[t] - tile[t - 1] : tile[t];
}
