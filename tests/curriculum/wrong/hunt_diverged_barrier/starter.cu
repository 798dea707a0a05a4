//? status: unsafe
//? finding: diverged_barrier
//? says: Only a part of a warp reaches the barrier
// The starter: the barrier stands in a branch.
//
//! launch hunt_diverged_barrier(in, out, n) grid=(n+255)/256 block=256

extern "C" __global__ void hunt_diverged_barrier(const float *in, float *out, int n)
{
    __shared__ float tile[256];
    int t = threadIdx.x;
    int i = blockIdx.x * 256 + t;
    float difference = 0.0f;
    if (i < n) {
        tile[t] = in[i];
        __syncthreads();
        difference = t > 0 ? tile[t] - tile[t - 1] : tile[t];
    }
    __syncthreads();
    tile[t] = difference;
    __syncthreads();
    if (i < n)
        out[i] = t > 0 ? tile[t] - tile[t - 1] : tile[t];
}
