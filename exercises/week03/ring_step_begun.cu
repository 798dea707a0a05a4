// ring_step: each rank adds a chunk of its left neighbour to its own. Half of it is written.
//
//! let left = rank                  // TODO: which rank? Which one for rank 0?
//! let first = rank * chunk         // TODO: which chunk does the left neighbour send?
//! launch ring_step(x + first, peer(x, left) + first, chunk) grid=(chunk+255)/256 block=256

extern "C" __global__ void ring_step(float *sum, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += received[i];
}
