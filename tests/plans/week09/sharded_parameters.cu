//? param x f32[batch, d] inout
//? param w f32[layers, d*d/ranks] in
//? param batch i32
//? param d i32
//? param layers i32
//? case batch=16 d=64 layers=3
//? devices 4
//! // Gather a layer, use it, free it: never more than one whole layer on a device.
//! let shard = d*d/ranks
//! for l in 0..layers {
//!     scratch whole f32[d, d] poison
//!     scratch y f32[batch, d] poison
//!     launch gather(peers(w), l*shard, whole, shard, ranks) grid=ceil_div(d*d, 256) block=256
//!     launch linear(x, whole, y, batch, d) grid=ceil_div(d, 16), ceil_div(batch, 16) block=16, 16
//!     free whole
//!     copy x y
//! }
extern "C" __global__ void gather(const float *const *shards, int first, float *whole, int shard, int ranks) {}
extern "C" __global__ void linear(const float *x, const float *w, float *y, int batch, int d) {}
