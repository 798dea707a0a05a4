//? status: unsafe
//? says: order them with after=
// Steps are in a stream, and nothing makes a rank wait for its neighbour.
//
//! scratch work f32[ranks, chunk]
//! copy work x
//! let left = (rank + ranks - 1) % ranks
//! for s in 0..ranks - 1 {
//!     let c = (rank + ranks - 1 - s) % ranks
//!     launch add(work + c*chunk, peer(work, left) + c*chunk, chunk)
//!         grid=(chunk+255)/256 block=256 stream=1
//! }
//! copy total work + ((rank + 1) % ranks)*chunk count=chunk

extern "C" __global__ void add(float *sum, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += received[i];
}
