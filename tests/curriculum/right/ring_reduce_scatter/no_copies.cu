// x is read where it is, and the last step writes its sums to `total`. So nothing is copied.
//
//! scratch part f32[ranks, chunk]
//! let left = (rank + ranks - 1) % ranks
//! launch add(part + left*chunk, peer(x, left) + left*chunk, x + left*chunk, chunk)
//!     grid=(chunk+255)/256 block=256 when=ranks > 2
//! for s in 1..ranks - 2 {
//!     let c = (rank + ranks - 1 - s) % ranks
//!     launch add(part + c*chunk, peer(part, left) + c*chunk, x + c*chunk, chunk)
//!         grid=(chunk+255)/256 block=256
//! }
//! let last = (rank + 1) % ranks
//! launch add(total, peer(part, left) + last*chunk, x + last*chunk, chunk)
//!     grid=(chunk+255)/256 block=256 when=ranks > 2
//! launch add(total, peer(x, left) + last*chunk, x + last*chunk, chunk)
//!     grid=(chunk+255)/256 block=256 when=ranks == 2

extern "C" __global__ void add(float *sum, const float *received, const float *mine, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] = received[i] + mine[i];
}
