//? status: unsafe
//? says: y still holds this value when the host reads it
// A layer reads from its own device, also where the layer before is on another.
//
//! let second = 2 // the first layer of device 1
//! let third = 5  // of device 2
//! let fourth = 8 // of device 3
//! let end = (second < 8) + (third < 8) + (fourth < 8) // the device of layer 7
//! scratch act f32[batches, n]
//! for b in 0..batches {
//!     launch embed(x + b*n, act + b*n, n) grid=ceil_div(n, 256) block=256
//!         device=0 stream=1 as=done[b, 0]
//!     for l in 0..8 {
//!         let d = (l >= second) + (l >= third) + (l >= fourth)
//!         let before = (l >= second) + (l >= third) + (l >= fourth) // the device of layer l - 1
//!         launch layer(peer(act, before) + b*n, act + b*n, l, n) grid=ceil_div(n, 256) block=256
//!             device=d stream=1 as=done[b, l + 1] after=done[b, l]
//!     }
//!     for part in 0..3 {
//!         launch head(peer(act, end) + b*n, peers(y), b, part, 3, n, ranks)
//!             grid=ceil_div(n, 256) block=256 device=3 stream=1 after=done[b, 8]
//!     }
//! }

extern "C" __global__ void embed(const float *x, float *act, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        act[i] = 2.0f * x[i];
}

// Layer l for one micro-batch. `from` and `to` can be the same memory.
extern "C" __global__ void layer(const float *from, float *to, int l, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = (l + 2.0f) / (2.0f + fabsf(from[i]));
}

// One of `parts` parts of the head, the last layer. Stores its results to all ranks.
extern "C" __global__ void head(const float *act, float *const *y, int row, int part, int parts, int n, int ranks)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int r = 0; i < n && i % parts == part && r < ranks; r++)
        y[r][row * n + i] = 1.0f - act[i];
}
