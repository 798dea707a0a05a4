// ring_step_largest: each rank reads its right neighbour's chunk and keeps the larger elements.
//
//! let right = (rank + 1) % ranks
//! let first = right * chunk
//! launch ring_step(x + first, peer(x, right) + first, chunk) grid=(chunk+255)/256 block=256

extern "C" __global__ void ring_step(float *largest, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        largest[i] = fmaxf(largest[i], received[i]);
}
