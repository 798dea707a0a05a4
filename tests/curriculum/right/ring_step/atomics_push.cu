// Each rank sends additions: an atomic whose result nobody uses crosses the link once.
//
//! launch push(x + rank*chunk, peer(x, (rank + 1) % ranks) + rank*chunk, chunk)
//!     grid=(chunk+255)/256 block=256

extern "C" __global__ void push(const float *mine, float *theirs, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        atomicAdd_system(theirs + i, mine[i]);
}
