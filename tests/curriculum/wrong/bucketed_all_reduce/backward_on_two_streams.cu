//? status: unsafe
//? says: and race:
// Layers of two buckets run side by side.
//
//! let per = 4 // layers of a bucket
//! let n = ranks*chunk
//! scratch flow f32[n] zero
//! for b in 0..layers/per {
//!     let first = layers - (b + 1)*per
//!     for l in 0..per {
//!         let layer = first + per - 1 - l
//!         launch backward(x + layer*n, flow, gradient + layer*n, n)
//!             grid=(n+255)/256 block=256 stream=4+b%2 as=ready[b]
//!     }
//!     launch reduce(peers(gradient), first*n, per*n, rank, ranks)
//!         grid=48 block=1024 stream=2 after=ready[b] as=added[b]
//!     launch gather(peers(gradient), first*n, per*n, rank, ranks)
//!         grid=48 block=1024 stream=2 after=added[b]
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

// Each rank fetches the parts that other ranks have added.
extern "C" __global__ void gather(float *const *gradient, int first, int count, int rank, int ranks)
{
    int part = count / ranks / 4;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < part; i += gridDim.x * blockDim.x)
        for (int r = 1; r < ranks; r++) {
            int other = (rank + r) % ranks, at = first / 4 + other * part + i;
            ((float4 *)gradient[rank])[at] = ((const float4 *)gradient[other])[at];
        }
}
