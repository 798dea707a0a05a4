//? status: unsafe
//? says: is a table with one address for each rank
// The table of addresses is passed in place of one address.
//
//! let left = (rank + ranks - 1) % ranks
//! launch ring_step(x + left*chunk, peers(x), chunk) grid=(chunk+255)/256 block=256

extern "C" __global__ void ring_step(float *sum, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += received[i];
}
