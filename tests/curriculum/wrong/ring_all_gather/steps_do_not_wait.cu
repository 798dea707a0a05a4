//? status: unsafe
//? says: order them with after=
// The copies are in a stream, and nothing makes a rank wait for its neighbour.
//
//! copy total x
//! let left = (rank + ranks - 1) % ranks
//! let right = (rank + 1) % ranks
//! for s in 0..ranks - 1 {
//!     let c = (rank + ranks - 1 - s) % ranks
//!     launch add(total + c*chunk, peer(total, left) + c*chunk, chunk)
//!         grid=(chunk+255)/256 block=256
//! }
//! for s in 0..ranks - 1 {
//!     let c = (rank + 1 + ranks - s) % ranks
//!     copy peer(total, right) + c*chunk total + c*chunk count=chunk stream=1
//! }

extern "C" __global__ void add(float *sum, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += received[i];
}
