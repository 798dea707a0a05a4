//? status: gate
//? says: All ranks must work at once
// A loop over the devices: each rank waits for the one before.
//
//! for d in 0..ranks {
//!     let left = (d + ranks - 1) % ranks
//!     let first = left * chunk
//!     launch ring_step(x + first, peer(x, left) + first, chunk)
//!         grid=(chunk+255)/256 block=256 device=d
//! }

extern "C" __global__ void ring_step(float *sum, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += received[i];
}
