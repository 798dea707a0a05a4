//? params:
//?   - {name: x, type: f32, shape: [ranks, chunk], role: inout, init: "uniform(-1, 1)"}
//?   - {name: chunk, type: i32}
//! let right = (rank + 1) % ranks //@ begin
//! launch add(peer(x, right) + rank*chunk, x + rank*chunk, chunk)
//!     grid=(chunk+255)/256 block=256
extern "C" __global__ void add(float *sum, const float *part, int chunk)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunk)
        sum[i] += part[i]; //@ adds
} //@ end
