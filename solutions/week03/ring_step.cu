// ring_step: the rank that keeps the sum reads its left neighbour's chunk and adds at home.
//
//! let left = (rank + ranks - 1) % ranks
//! let first = left * chunk
//! launch ring_step(x + first, peer(x, left) + first, chunk) grid=(chunk+255)/256 block=256

extern "C" __global__ void ring_step(float *sum, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += received[i];
}
