//? status: unsafe
//? says: Within one step, no device may use elements that another device changes
// Adds all of x, not one chunk.
//
//! let left = (rank + ranks - 1) % ranks
//! launch ring_step(x, peer(x, left), ranks*chunk) grid=(ranks*chunk+255)/256 block=256

extern "C" __global__ void ring_step(float *sum, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += received[i];
}
