//? status: wrong
//? says: rank 0's x[1][0]
// Takes the chunk of the right neighbour.
//
//! let right = (rank + 1) % ranks
//! let first = right * chunk
//! launch ring_step(x + first, peer(x, right) + first, chunk) grid=(chunk+255)/256 block=256

extern "C" __global__ void ring_step(float *sum, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += received[i];
}
