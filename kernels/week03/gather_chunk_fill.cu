//? params:
//?   - {name: x, type: f32, shape: [ranks, chunk], role: inout, init: "uniform(-1, 1)"}
//?   - {name: chunk, type: i32}
//! let right = (rank + 1) % ranks //@ begin
//! for s in 0..ranks - 1 {
//!     let c = /*?c*/
//!     copy peer(x, right) + c*chunk x + c*chunk count=chunk
//! } //@ end

__global__ void unused()
{
}
