// bucketed_shards: as bucketed_all_reduce, but each rank keeps only its chunk of the sum of
// each layer, in `total`. The kernels are given.
// TODO: add each layer while the next one is computed.
//
//! let n = ranks*chunk
//! scratch flow f32[n] zero
//! scratch gradient f32[layers, n]
//! for l in 0..layers {
//!     let layer = layers - 1 - l
//!     launch backward(x + layer*n, flow, gradient + layer*n, n)
//!         grid=(n+255)/256 block=256
//! }
//! for layer in 0..layers {
//!     launch reduce(peers(gradient), layer*n, n, rank, ranks) grid=48 block=1024
//!     copy total + layer*chunk gradient + layer*n + rank*chunk count=chunk
//! }

// One layer going back. `flow` comes from the layer after it, and goes on to the layer before it.
extern "C" __global__ void backward(const float *x, float *flow, float *gradient, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float g = flow[i], in = x[i];
    for (int k = 0; k < 512; k++) // stands for the work of a layer
        g = 0.999f * g + 0.001f * in;
    flow[i] = g;
    gradient[i] = g * in;
}

// Each rank adds its part of the `count` elements from all ranks. Four floats at a time.
extern "C" __global__ void reduce(float *const *gradient, int first, int count, int rank, int ranks)
{
    int part = count / ranks / 4, begin = first / 4 + rank * part;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < part; i += gridDim.x * blockDim.x) {
        float4 sum = ((float4 *)gradient[rank])[begin + i];
        for (int r = 1; r < ranks; r++) {
            float4 other = ((const float4 *)gradient[(rank + r) % ranks])[begin + i];
            sum = make_float4(sum.x + other.x, sum.y + other.y, sum.z + other.z, sum.w + other.w);
        }
        ((float4 *)gradient[rank])[begin + i] = sum;
    }
}
