//? params:
//?   - {name: x, type: f32, shape: [ranks, chunk], role: in, init: "uniform(-1, 1)"}
//?   - {name: total, type: f32, shape: [chunk], role: out}
//?   - {name: chunk, type: i32}
//! scratch work f32[ranks, chunk]
//! copy work x
//! let left = (rank + ranks - 1) % ranks //@ begin
//! for s in 0..ranks - 1 {
//!     let c = (rank + ranks - 1 - s) % ranks
//!     launch add(work + c*chunk, peer(work, left) + c*chunk, chunk)
//!         grid=(chunk+255)/256 block=256
//! } //@ end
//! copy total work + ((rank + 1) % ranks)*chunk count=chunk

extern "C" __global__ void add(float *sum, const float *received, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += received[i];
}
