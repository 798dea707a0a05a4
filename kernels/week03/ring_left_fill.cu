//? params:
//?   - {name: x, type: f32, shape: [ranks, chunk], role: inout, init: iota}
//?   - {name: chunk, type: i32}
//! let left = /*?left*/ //@ begin
//! launch add(x + left*chunk, peer(x, left) + left*chunk, chunk)
//!     grid=1 block=chunk //@ end
extern "C" __global__ void add(float *sum, const float *part, int chunk)
{
    sum[threadIdx.x] += part[threadIdx.x];
}
