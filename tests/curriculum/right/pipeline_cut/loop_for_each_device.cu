// A loop for each device, which waits once.
//
//! scratch act f32[batches, n]
//! for b in 0..batches {
//!     launch embed(x + b*n, act + b*n, n) grid=ceil_div(n, 256) block=256 device=0 stream=1
//!     for l in 0..2 {
//!         launch layer(act + b*n, act + b*n, l, n) grid=ceil_div(n, 256) block=256
//!             device=0 stream=1 as=sent[b, 0]
//!     }
//!     for d in 1..3 {
//!         launch layer(peer(act, d - 1) + b*n, act + b*n, 3*d - 1, n)
//!             grid=ceil_div(n, 256) block=256
//!             device=d stream=1 after=sent[b, d - 1]
//!         launch layer(act + b*n, act + b*n, 3*d, n) grid=ceil_div(n, 256) block=256
//!             device=d stream=1
//!         launch layer(act + b*n, act + b*n, 3*d + 1, n) grid=ceil_div(n, 256) block=256
//!             device=d stream=1 as=sent[b, d]
//!     }
//!     for part in 0..3 {
//!         launch head(peer(act, 2) + b*n, peers(y), b, part, 3, n, ranks)
//!             grid=ceil_div(n, 256) block=256 device=3 stream=1 after=sent[b, 2]
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
