// ring_all_gather: the loop that passes the complete chunks round is there. Half of it is written.
//
//! copy total x
//! let left = (rank + ranks - 1) % ranks
//! let right = (rank + 1) % ranks
//! for s in 0..ranks - 1 {
//!     let c = (rank + ranks - 1 - s) % ranks
//!     launch add(total + c*chunk, peer(total, left) + c*chunk, chunk)
//!         grid=(chunk+255)/256 block=256
//! }
//! for s in 0..1 {                  // TODO: how many ranks does a complete chunk still miss?
//!     let c = right  // TODO: complete on this rank in step 0. Which one arrived for step s?
//!     copy peer(total, right) + c*chunk total + c*chunk count=chunk
//! }

extern "C" __global__ void add(float *sum, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += received[i];
}
