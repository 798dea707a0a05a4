//? params:
//?   - {name: x, type: f32, shape: [ranks, chunk], role: inout, init: "uniform(-1, 1)"}
//?   - {name: chunk, type: i32}
//! let left = (rank + ranks - 1) % ranks //@ begin
//! launch add(x + left*chunk, peer(x, left) + left*chunk, chunk)
//!     grid=(chunk+255)/256 block=256
extern "C" __global__ void add(float *sum, const float *part, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += part[i]; //@ adds
} //@ end
