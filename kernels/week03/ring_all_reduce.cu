//? params:
//?   - {name: x, type: f32, shape: [ranks, chunk], role: in, init: "uniform(-1, 1)"}
//?   - {name: total, type: f32, shape: [ranks, chunk], role: out}
//?   - {name: chunk, type: i32}
//! copy total x
//! let left = (rank + ranks - 1) % ranks
//! let right = (rank + 1) % ranks
//! for s in 0..ranks - 1 {
//!     let c = (rank + ranks - 1 - s) % ranks
//!     launch add(total + c*chunk, peer(total, left) + c*chunk, chunk)
//!         grid=(chunk+255)/256 block=256
//! }
//! for s in 0..ranks - 1 { //@ begin
//!     let c = (rank + 1 + ranks - s) % ranks
//!     copy peer(total, right) + c*chunk total + c*chunk count=chunk
//! } //@ end

extern "C" __global__ void add(float *sum, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += received[i];
}
