//? status: gate
//? says: a step too many or an addition over the link
// One step too many: each total meets its own chunk again.
//
//! scratch work f32[ranks, chunk]
//! copy work x
//! let left = (rank + ranks - 1) % ranks
//! for s in 0..ranks {
//!     let c = (rank + 2*ranks - 1 - s) % ranks
//!     launch add(work + c*chunk, peer(work, left) + c*chunk, chunk)
//!         grid=(chunk+255)/256 block=256
//! }
//! copy total work + ((rank + 1) % ranks)*chunk count=chunk

extern "C" __global__ void add(float *sum, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += received[i];
}
