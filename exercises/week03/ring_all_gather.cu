// ring_all_gather: `total` of every rank becomes the sum of x over all ranks. The first loop is
// the reduce-scatter: after it, chunk r + 1 is complete on rank r.
// TODO: pass the complete chunks round. Which chunk does a rank send in step s?
//
//! copy total x
//! let left = (rank + ranks - 1) % ranks
//! let right = (rank + 1) % ranks
//! for s in 0..ranks - 1 {
//!     let c = (rank + ranks - 1 - s) % ranks
//!     launch add(total + c*chunk, peer(total, left) + c*chunk, chunk)
//!         grid=(chunk+255)/256 block=256
//! }

extern "C" __global__ void add(float *sum, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += received[i];
}
