//? param x f32[batches, n] in
//? param y f32[batches, n] out
//? param n i32
//? param batches i32
//? case n=256 batches=8
//? devices 4
//! // Stage d of batch b waits for stage d-1 of the same batch; stages run side by side on their devices.
//! scratch stage_in f32[batches, n] poison
//! for b in 0..batches {
//!     copy stage_in + b*n x + b*n count=n device=0 stream=1 as=moved[b, 0]
//!     for d in 0..ranks {
//!         launch stage(stage_in + b*n, n, d) grid=ceil_div(n, 256) block=256
//!             device=d stream=1 after=moved[b, d] as=done[b, d]
//!         copy peer(stage_in, min(d + 1, ranks - 1)) + b*n stage_in + b*n count=n
//!             device=d stream=2 after=done[b, d] as=moved[b, d + 1] when=d < ranks - 1
//!         copy peer(y, 0) + b*n stage_in + b*n count=n device=d stream=2 after=done[b, d] when=d == ranks - 1
//!     }
//! }
extern "C" __global__ void stage(float *x, int n, int index) {}
