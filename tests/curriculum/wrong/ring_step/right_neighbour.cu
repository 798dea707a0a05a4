//? status: wrong
//? says: matches this slip: Each rank adds the chunk of its right neighbour
// Takes the chunk of the right neighbour.
//
//! let right = (rank + 1) % ranks
//! launch ring_step(x + right*chunk, peer(x, right) + right*chunk, chunk) grid=(chunk+255)/256 block=256

extern "C" __global__ void ring_step(float *sum, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += received[i];
}
