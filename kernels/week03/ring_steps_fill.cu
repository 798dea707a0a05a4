//? params:
//?   - {name: x, type: f32, shape: [ranks, chunk], role: inout, init: iota}
//?   - {name: chunk, type: i32}
//! let left = (ranks + rank - 1) % ranks //@ begin
//! for s in 0../*?steps*/ {
//!     let c = (left - s + ranks) % ranks
//!     launch add(x + c*chunk, peer(x, left) + c*chunk, chunk)
//!         grid=1 block=chunk
//! } //@ end
extern "C" __global__ void add(float *sum, const float *received, int chunk)
{
    sum[threadIdx.x] += received[threadIdx.x];
}
